// Package beacon verifies rounds of a drand chain, a public source
// of randomness: at fixed times a group of independent servers publishes a BLS
// signature that none of them could foresee or choose. A game may mix them into
// its dice, so that not even an umpire and a player together can know a roll
// before the orders are in.
//
//   - Quicknet and ParseInfo give a Chain.
//   - Chain.After tells which round a moment has to wait for, Chain.Time when a
//     round is published.
//   - Chain.Verify checks the signature of a round with the chain's public key
//     alone; package drand asks servers for one.
//
// # Rounds
//
// Round 1 is published at the genesis time of the chain, and another one after
// each period. Only unchained schemes are supported, in which the signature of a
// round can be checked without the one before: the signed message is the SHA-256
// of the round as eight bytes, big-endian. The schemes are
//
//	bls-unchained-g1-rfc9380   signatures of 48 bytes, keys of 96
//	pedersen-bls-unchained     signatures of 96 bytes, keys of 48
//
// both over BLS12-381 with the encodings and domain separation of the IETF's BLS
// drafts, in hex where they are text.
//
// # What a chain is made of
//
// The description of a chain is the JSON that its servers give under
// /CHAINHASH/info:
//
//	{
//	  "public_key": "83cf…", "period": 3, "genesis_time": 1692803367,
//	  "genesis_seed": "f477…", "chain_hash": "52db…",
//	  "scheme": "bls-unchained-g1-rfc9380", "beacon_id": "quicknet"
//	}
//
// or with the older names hash, groupHash, schemeID and metadata.beaconID. The
// hash is the SHA-256 of the period in seconds (4 bytes, big-endian), the
// genesis time (8 bytes), the public key, the genesis seed and, unless it is
// "default", the beacon's name. Round r is at /CHAINHASH/public/r:
//
//	{"round": 1000, "signature": "b446…", "randomness": "fe29…"}
package beacon
