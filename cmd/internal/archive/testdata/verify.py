#!/usr/bin/env python3
"""Checks the archive of a game of berthier by what README.txt in it says: python3 verify.py FILE.zip
It needs openssl 3, and for signatures ssh-keygen, gpg or minisign. It ends with 0 if all is sound, else with 1."""
import ast, base64, email, email.policy, functools, hashlib, hmac, html.parser, itertools, os, pathlib, re
import shutil, struct, subprocess, sys, tempfile, zipfile

FORMS, CHECKS = {}, {}

def digest(*data): return hashlib.sha256(b''.join(data)).digest()
def b64(text): return base64.b64decode(text, validate=True)
def mac(key, *lines): return hmac.digest(key, ''.join(f'{line}\n' for line in lines).encode(), 'sha256')

def need(good, why):
    if not good:
        raise ValueError(why)
def check(name, where, do, *args):
    count, bad = CHECKS.get(name, (0, ''))
    try:
        do(*args)
    except Exception as e:
        bad = bad or f'; {where}: {type(e).__name__ if type(e) is not ValueError else ""} {e}'
    CHECKS[name] = count + 1, bad
def run(*args, data=b'', **files):
    for name, content in files.items():
        pathlib.Path(name).write_bytes(content)
    p = subprocess.run(args, input=data, capture_output=True, env={**os.environ, 'LC_ALL': 'C', 'GNUPGHOME': 'gnupg'})
    return p.returncode == 0, (p.stdout + p.stderr).decode(errors='replace')

def forms(readme): # key, number of fields and how often, of the lines of records, and with a dot of hidden parts
    for dot, begin in ('', 'any number of times:\n\n'), ('.', 'Below the salt stand\n\n'):
        for kinds, lines in re.findall(r'(?m)^  (\S.*?)  +(.*(?:\n {9,}.*)*)', readme.split(begin)[1].split('\n\n')[0]):
            for kind in kinds.split(', '):
                FORMS[dot + kind] = re.findall(r'(\S+?)(?: (\d+))?(?: ([?*]))?(?:,\s+|$)', lines)

def frames(data, short): # the records of a member by number; of a short one with the repeats written out
    before, out = [], {}
    while data:
        head, _, data = data.partition(b'\n')
        m = re.fullmatch(rb'=== record ([1-9]\d*), (0|[1-9]\d*) bytes ===', head)
        need(m and data[int(m[2]):int(m[2]) + 1] == b'\n', f'a record does not fit its heading {head[:50]}')
        text, data = data[:int(m[2])], data[int(m[2]) + 1:]
        if short:
            lines = []
            for line in text.split(b'\n')[:-1]:
                first, _, count = line[1:].partition(b',')
                lines += [line[1:]] if line[:1] == b'+' else before[int(first) - 1:int(first) - 1 + int(count)]
            before, text = lines, b'\n'.join(lines)
        need(max(out, default=0) < int(m[1]), 'the records are not in order')
        out[int(m[1])] = text
    return out

def quote(field):
    named = dict(zip('"\\\a\b\f\n\r\t\v', r'\" \\ \a \b \f \n \r \t \v'.split()))
    text = ''.join(named.get(c) or (c if c.isprintable() else repr(c)[1:-1]) for c in field)
    return field if field == text and field and not set(field) & set(' =') else f'"{text}"'

def read(text, form): # lists of fields by key
    lines, got = text.split('\n'), {}
    need(lines.pop() == '', 'no LF at the end')
    for key, count, often in form:
        while lines and lines[0].startswith(key + ': '):
            value = lines.pop(0)[len(key) + 2:]
            cut = [ast.literal_eval(x) if x[0] == '"' else x for x in re.findall(r'"(?:[^"\\]|\\.)*"|[^ ]+', value) if count]
            good = not count or len(cut) == int(count) and ' '.join(map(quote, cut)) == value
            need(good, f'{key} is not in its one form')
            got.setdefault(key, []).append(cut if count else [value])
            if often != '*':
                break
        need(key in got or often, f'the line {key} is missing')
    need(not lines, f'the line {lines[:1]} has no place')
    return got

class Record:
    def __init__(self, number, data):
        title, _, text = data.decode().partition('\n')
        self.number, self.data, self.kind, self.part = number, data, title.split(' ')[1], None
        need(title == f'berthier {self.kind} {1 + (self.kind == "step")}', 'its first line is not known')
        self.all = read(text, [('game', '1', ''), ('step', '1', ''), ('time', '1', '')] + FORMS[self.kind])
        self.step = int(self['step'])
        need(self['step'] == str(self.step) and re.fullmatch(r'\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z', self['time']), 'step or time')
    def __getitem__(self, key): return self.all[key][0][0]
    def open(self, member, hidden, sealed):
        place = f'hidden/{self.kind}{"-" + self["side"] if self.kind == "report" else ""}.txt'
        need((member, digest(hidden).hex()) == (place, self['hidden']), 'the hidden part has another hash or place')
        text = self.kind in ('game', 'orders', 'command', 'key', 'report', 'announce')
        head, empty, rest = hidden.partition(b'\n\n') if text else (hidden, b'', b'')
        part = read((head + empty[:1]).decode(), [('salt', '1', '')] + FORMS.get('.' + self.kind, []))
        need(not sealed or mac(sealed, 'berthier salt 1', self['game'], self.number).hex() == part['salt'][0][0], 'another salt')
        if 'signed' in part:
            n, m = int(part['signed'][0][0]), int(part['signature'][0][0])
            need(n + m == len(rest), 'its lengths do not fit')
            self.proof = rest[:n], rest[n:]
        self.part, self.text = part, rest.decode(errors='replace')

def checkpoint(text, keys, roots): # of so many records, signed by the key of that time
    name, size, root, empty, line = text.split('\n')[:5]
    origin, number, key = [v for first, v in keys if first <= int(size)][-1].split('+', 2)
    need((name, empty, line.split(' ')[:2]) == (origin, '', ['\u2014', origin]), f'the checkpoint of {size} records is of another log')
    named, signature = b64(line.split(' ')[2])[:4], b64(line.split(' ')[2])[4:]
    need(named.hex() == number == digest(origin.encode(), b'\n', b64(key)).hex()[:8], f'that of {size} records names another key')
    need(verifies(key, f'{name}\n{size}\n{root}\n'.encode(), signature), f'the signature of {size} records')
    need(int(size) < len(roots) and roots[int(size)] == b64(root), f'{size} records have another hash at the top')
    return int(size)
def verifies(key, text, signature):
    key = bytes.fromhex('302a300506032b6570032100') + b64(key)[1:]
    return run(*'openssl pkeyutl -verify -pubin -keyform DER -inkey k -rawin -in n -sigfile s'.split(), k=key, n=text, s=signature)[0]

def tree(leaves): # the hash at the top of the first 0, 1, 2 … records
    stack, out = [], [digest()]
    for n, leaf in enumerate(leaves, 1):
        stack.append(digest(b'\0', leaf))
        while n % 2 == 0:
            stack[-2:], n = [digest(b'\1', *stack[-2:])], n // 2
        out.append(functools.reduce(lambda right, left: digest(b'\1', left, right), stack[::-1]))
    return out
def draw(key, count, *lines):
    words = (w for block in itertools.count() for w in struct.unpack('>8I', mac(key, 'berthier dice 1', *lines, count, block)))
    return next(word % count for word in words if word < 2**32 // count * count)

def pgp(data, signature, clear, signer): # what a signature covers, and its value
    if clear:
        text, _, signature = data.partition(b'\n-----BEGIN PGP SIGNATURE')
        lines = [re.sub(b'^- ', b'', line).rstrip(b' \t') for line in text.split(b'\n\n', 1)[1].split(b'\n')]
        data, signature = b'\r\n'.join(lines), b'-----BEGIN PGP SIGNATURE' + signature
    body = signature.decode().replace('\r', '').split('\n\n', 1)[1]
    raw, found = base64.b64decode(''.join(line for line in body.split('\n') if line[:1] not in '=-')), []
    while raw:
        h = 1 + (1, 2, 4)[raw[0] & 3] if raw[0] < 192 else 2 if raw[1] < 192 else 3
        n = int.from_bytes(raw[1:h], 'big') - (192 * 255 if raw[0] >= 192 and h == 3 else 0)
        found, raw = found + [raw[h:h + n]], raw[h + n:]
    p = next(p for p in found if len(found) == 1 or signer in p)
    need(p[0] == 4 and p[2] != 19, 'the file hash of ECDSA and of OpenPGP version 6 is not known here')
    end = 6 + int.from_bytes(p[4:6], 'big')
    rest, numbers = p[end + 4 + int.from_bytes(p[end:end + 2], 'big'):], []
    while rest:
        n = 2 + (int.from_bytes(rest[:2], 'big') + 7) // 8
        numbers, rest = numbers + [int.from_bytes(rest[2:n], 'big')], rest[n:]
    data = re.sub(rb'(?<!\r)\n', b'\r\n', data) if p[1] == 1 else data
    value = [struct.pack('>H', n.bit_length()) + n.to_bytes((n.bit_length() + 7) // 8, 'big') for n in numbers]
    return b''.join([data, p[:end], b'\4\xff', struct.pack('>I', end), *value])

def dkim(data, records, domain): # verifies a mail; gives what the signature covers, and its value
    def name(field): return field.split(b':')[0].strip().lower()
    head, _, body = re.sub(rb'(?<!\r)\n', b'\r\n', data).partition(b'\r\n\r\n')
    head = re.split(rb'\r\n(?![ \t])', head)
    for own in [f for f in head if name(f) == b'dkim-signature']:
        tag = dict(re.findall(r'(?:^|;)\s*(\w+)=([^;]*)', re.sub(r'\s', '', own.decode().split(':', 1)[1])))
        how, left, covered = (tag.get('c', 'simple') + '/simple').split('/'), list(head), b''
        text = body if how[1] == 'simple' else re.sub(rb'[ \t]+(?=\r\n|$)', b'', re.sub(rb'[ \t]+', b' ', body))
        text = re.sub(rb'(\r\n)*$', b'\r\n' if text.strip(b'\r\n') or how[1] == 'simple' else b'', text, count=1)
        def form(f): return name(f) + b':' + re.sub(rb'\s+', b' ', f.split(b':', 1)[1]).strip() if how[0] == 'relaxed' else f
        for field in tag['h'].lower().encode().split(b':'):
            at = [i for i, f in enumerate(left) if name(f) == field]
            covered += form(left.pop(at[-1])) + b'\r\n' if at else b''
        covered += form(re.sub(rb'([;:\s]b\s*=)[^;]*', rb'\1', own))
        key = re.search(rf'(?m)^{re.escape(tag["s"])}\._domainkey\.{re.escape(domain)} ".*\bp=([^;"]*)', records.decode())
        if key and (tag['a'], tag['d'].lower(), b64(tag['bh'])) == ('rsa-sha256', domain, digest(text)) and run(
                *'openssl dgst -sha256 -verify k -keyform DER -signature s n'.split(), k=b64(key[1]), n=covered, s=b64(tag['b']))[0]:
            return covered + b64(tag['b'])
    raise ValueError(f'no DKIM signature of {domain} is good')

def understood(lines, own, order, rules): # a line stands in the text, in letters and digits that no mail program changes
    bare = lambda text: ''.join(c for c in text.lower() if c.isalnum())
    need(bare(''.join(lines)).startswith(bare(own)), f'the text has not {own!r} there')
    if rules != 'coin': # which other words mean an order, and how many orders a line is, only the rules can tell
        return
    words = iter([bare(w) for w in re.sub(r'\s*,\s*', ',', own.replace('\\', ' ')).split()])
    good = bare(order[0]).startswith(next(words)) and all(bare(w) in words for w in order[1:])
    need(good and (re.search('//|#', own) or not list(words)), f'{own!r} is not {order}')

class Page(html.parser.HTMLParser): # the lines that a person sees
    out, line, hidden, quote = '', '', 0, 0
    blocks = set('address article aside body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav '
        'ol p pre section table textarea tr ul blockquote'.split())
    def newline(self): self.out, self.line = f'{self.out}{"> " * self.quote}{self.line.strip()}\n', ''
    def tag(self, name, step):
        self.hidden += step * (name in ('head', 'script', 'style', 'title', 'template', 'noscript'))
        if name == 'br' and step > 0 or name in self.blocks and self.line.strip():
            self.newline()
        self.quote += step * (name == 'blockquote')
    def handle_starttag(self, name, attrs): self.tag(name, 1)
    def handle_endtag(self, name): self.tag(name, -1)
    def handle_data(self, data): self.line += '' if self.hidden else re.sub(r'[ \t\r\n\f]+', ' ', data)

def seen(page):
    p = Page()
    p.feed(page)
    p.close()
    p.newline()
    return p.out

def names(text, key): # a public key
    if not key.startswith('-----BEGIN PGP'):
        return key.split(' ')[-1] in re.sub(r'[\s>]', '', text)
    os.makedirs('gnupg', 0o700, exist_ok=True)
    of = [run('gpg', '--batch', '--show-keys', '--with-colons', data=t.encode()) for t in (text, key)]
    return len({re.search(r'(?m)^fpr:+(\w+)', said)[1] for _, said in of}) == 1

def signed(r, key, sealed, first):
    (data, signature), name, form = r.proof, r['key'] if 'key' in r.all and r.kind != 'key' else None, r['form']
    mime = form in ('pgp-mime', 'dkim') and email.message_from_bytes(data, policy=email.policy.default).get_body(('plain', 'html'))
    text = mime.get_content() if mime else data.decode(errors='replace')
    text = seen(text) if mime and mime.get_content_type() == 'text/html' else text
    head = {(k.lower(), v.lower()) for k, v in re.findall(r'(?im)^[> \t]*(game|side|step):[ \t]*(\S+)', text)}
    need({(k, r[k].lower()) for k in ('game', 'side', 'step')[:2 + (r.kind == 'orders')]} <= head, 'it was signed for something else')
    if form == 'clear-signed':
        text = re.sub('(?m)^- ', '', text.split('\n\n', 1)[1])
    if r.kind == 'key':
        joins = r['by'] in ('confirmation', 'invitation')
        given = re.search(r'(?im)^[> \t]*' + ('join' if joins else 'key') + ':', text)
        need(given and (joins or names(text[given.end():], r['new'])), 'what was signed names another key')
    lines = re.split('\r\n|[\n\r\v\f\x85\u2028\u2029]', text)
    for order in r.part.get('order', []):
        understood(lines[int(order[0]) - 1:], order[1], order[2].split(' '), r.part['ruleset'][0][0])
    if not key:
        need(form == 'dkim' and name[:5] == 'DKIM ', 'the side had no key')
        covers = dkim(data, signature, name[5:])
        code = mac(sealed, 'berthier code 1', r['game'], r.step + (r.kind == 'command'), r['side'])
        given = re.search(r'(?im)^[> \t]*code:\s*(\S+)', text)[1].upper().replace('-', '')
        need(not sealed or given == base64.b32encode(code).decode()[:12], 'it has another code than the report before it')
    elif key.startswith('-----BEGIN PGP'):
        shutil.rmtree('gnupg', ignore_errors=True), os.mkdir('gnupg', 0o700)
        run('gpg', '--batch', '--import', data=key.encode())
        files = ['DATA'] if form == 'clear-signed' else ['SIGNATURE', 'DATA']
        good, said = run('gpg', '--batch', '--status-fd', '1', '--verify', *files, DATA=data, SIGNATURE=signature)
        by = re.search(r'VALIDSIG (\w+) .* (\w+)\n', said)
        need(by and name in (None, 'OpenPGP key 0x' + by[2]), said)
        covers = pgp(data, signature, form == 'clear-signed', bytes.fromhex(by[1]))
    elif key.startswith('ssh-ed25519 '):
        good, said = run(*'ssh-keygen -Y verify -f K -I player -n berthier -s SIGNATURE'.split(), data=data,
                         K=f'player {key}\n'.encode(), SIGNATURE=signature)
        named = base64.b64encode(digest(b64(key.split()[1]))).decode().rstrip('=')
        need(good and name in (None, 'ssh-ed25519 SHA256:' + named), said)
        covers = data + base64.b64decode(b''.join(line for line in signature.split(b'\n') if b'-----' not in line))[-64:]
    else:
        good, said = run('minisign', '-V', '-P', key, '-x', 'SIGNATURE', '-m', 'DATA', DATA=data, SIGNATURE=signature)
        need(good and name in (None, 'minisign key ' + key), said)
        covers = data + b64(signature.split(b'\n')[1])[-64:] + b64(signature.split(b'\n')[3])
    need(not first or digest(covers).hex() == r['file'], '"file" is another hash')

def zip_file(raw, z):
    at = 0
    for m in z.infolist():
        odd = m.extra or m.comment or m.flag_bits or m.external_attr or m.date_time != (1980, 0, 0, 0, 0, 0)
        need(m.header_offset == at and m.compress_type == 8 and not odd, f'{m.filename} is packed otherwise')
        at += 30 + len(m.filename) + m.compress_size
    need(at == z.start_dir and z.namelist() == sorted(set(z.namelist())), 'the order of the members')
    need(raw[-64:].decode() == digest(raw[:-64]).hex(), 'the comment is not the SHA-256 of what stands before it')
def inputs(r, waiting, closed, data):
    need(r['tables'] == digest(''.join(f'data: {" ".join(map(quote, d))}\n' for d in data).encode()).hex(), 'other tables')
    lines = ''
    for side, number, sha in r.all.get('input', []):
        was = waiting.pop(side, None)
        need((number, sha) == ((str(was.number), was['file']) if was else ('-', '-')), f'the input of {side}')
        lines += f'{sha} {side}\n'
    need(not waiting and bool(closed) == ('round' in r.all), 'an input is left out')
    for number, signature in r.all.get('round', []):
        need((closed['round'], closed.all.get('input')) == (number, r.all.get('input')), 'the round was not named before')
        lines += f'{digest(bytes.fromhex(signature)).hex()} drand {number}\n'
    need(digest(lines.encode()).hex() == r['inputs'], 'the hash of the inputs')
def draws(r, sealed):
    part = r.part or {}
    hidden = dict(part.get('draw', []))
    for n, (number, kind, count, value, purpose) in enumerate(r.all.get('draw', []), 1):
        key = sealed if kind == 'sealed' else bytes.fromhex(r['link'])
        want = draw(key, int(count), r['game'], r.step, r['inputs'], number, purpose)
        need(number == str(n) and (not key or hidden.get(number, value) == str(want)), f'draw {n}')
    told = []
    for [event] in r.all.get('event', []) + part.get('event', []):
        kind, rest = re.match(r'(?:\d+ )?\[[^]]*\] (\S+)(.*)', event).groups()
        has = dict(re.findall(r' ([\w.-]+)=("(?:[^"\\]|\\.)*"|\S+)', rest))
        ranges = re.findall(r'(\d+)-?(\d*)', has.get('draws', has.get('draw', '') if kind == 'roll' else ''))
        numbers = [n for a, b in ranges for n in range(int(a), int(b or a) + 1)]
        told += numbers
        if kind == 'roll' and numbers:
            for no, said in zip(numbers, has.get('values', has.get('value')).split(','), strict=True):
                number, _, count, value, purpose = r.all['draw'][no - 1]
                need((has['of'], has['purpose'], said) == (count, quote(purpose), hidden.get(number, value)), f'the event of draw {number}')
    made = list(range(1, len(r.all.get('draw', [])) + 1))
    need(sorted(told) == made if r.part else set(told) <= set(made) and len(told) == len(set(told)), 'the draws that stand in events')
def unsigned(r): return r.kind == 'key' and r['by'] in ('umpire', 'substitute')
def keys_given(r, before, keys, asked):
    new = r.kind == 'key' and r['by'] == 'substitute' and r['side']
    need(new == (before.kind == 'substitute' and before['side']), 'the key of a substitute is that behind its record')
    need(r.kind != 'key' or ('umpire' in r.all) == (r['by'] == 'umpire'), 'the line "umpire"')
    act = r.kind in ('clock', 'key') and r['by'] == 'umpire' and r.all.get('cause') != [['takeover']]
    need('umpire' not in r.all or act, 'no umpire did that')
    nothing = not unsigned(r) or r['form'] + r['mail'] + r['file'] == '0' * 128 and not (r.part and any(r.proof))
    need(nothing, 'nobody signed for a key that the umpire gave')
    if r.kind == 'key':
        need(r['by'] in ('request', 'confirmation', 'player', 'invitation', 'umpire', 'substitute'), 'whose key it is')
        need(r['by'] != 'confirmation' or asked.get(r['side']) == r['new'], 'no request for it stands before it')
        need(r['by'] != 'invitation' or not keys[r['side']], 'the side has a key')
def chain(link, n): return functools.reduce(lambda link, _: digest(link), range(n), bytes.fromhex(link)).hex()

def archive(path):
    raw, z = pathlib.Path(path).read_bytes(), zipfile.ZipFile(path)
    files = {n: z.read(n) for n in z.namelist()}
    check('file', path, zip_file, raw, z)
    forms(files['README.txt'].decode())
    log = [Record(n, data) for n, data in frames(files['log.txt'], False).items()]
    game, over = log[0], next((r for r in log if r.kind == 'over'), None)
    sealed, link, last, links = bytes.fromhex(over['sealed']) if over else b'', game['anchor'], 0, '0 ' + game['anchor']
    hidden = {n: (m, p) for m in files if m[:7] == 'hidden/' for n, p in frames(files[m], m[:14] == 'hidden/report-').items()}
    keys, logkeys, mails, seen = {side: key for side, _, key in game.all['player']}, [(0, game['log'])], set(), set()
    roots, waiting, closed, data = tree([r.data for r in log]), {}, None, game.all.get('data', [])
    asked = {} # keys that players asked for
    for i, r in enumerate(log, 1):
        at, moves = f'record {i}, {r.kind} of step {r.step}', r.kind in ('step', 'rollback', 'ruling', 'burn')
        number = r.step if r.kind == 'burn' and r['from'] == str(last + 1) else last + (moves or r.kind in ('orders', 'closed'))
        check('records', at, need, (r.number, r['game'], r.step, r.kind == 'game') == (i, game['game'], number, i == 1), 'its number')
        check('records', at, need, i == 1 or log[i - 2]['time'] <= r['time'], 'it is of an earlier time than the one before it')
        if r.kind in ('orders', 'command', 'key'):
            check('records', at, need, re.fullmatch('([0-9a-f]{64}){2}', r['mail'] + r['file']), 'a mail or file without its hash')
        seen.update(re.findall('[0-9a-f]{64}', r.data.decode()), [chain(r['link'], 1)] if moves else [])
        if 'hidden' in r.all and (i in hidden or over):
            check('hidden parts', at, lambda: r.open(*hidden.pop(i), sealed))
        if r.kind == 'step':
            check('inputs', at, inputs, r, waiting, closed, data)
            check('draws', at, draws, r, sealed)
        if moves:
            good = r['previous'] == link == chain(r['link'], min(max(r.step - last, 1), 4096))
            check('links', at, need, good, 'its link does not lead to the one before')
            links, link, last, waiting, closed = links + f'\n{r.step} {r["link"]}', r['link'], r.step, {}, None
        closed = r if r.kind == 'closed' else closed
        if r.kind == 'orders':
            waiting[r['side']] = r
        elif r.kind == 'command' and r['command'] == 'withdraw' or unsigned(r):
            waiting.pop(r['side'], None)
        elif r.kind == 'migrate':
            data, waiting = r.all.get('data', []), waiting if closed or r['by'] == 'program' else {}
        elif r.kind == 'log-key':
            text, old = r.data[:r.data.rindex(b'signature: ')], logkeys[-1][1]
            good = r['old'] == old and (not r['signature'] or verifies(old.split('+', 2)[2], text, b64(r['signature'])))
            check('checkpoints', at, need, good, 'the old key did not sign it')
            logkeys.append((i, r['new']))
        elif r.kind == 'report' and r.part:
            heads = re.findall('(?m)^[^\n]+\n\\d+\n[A-Za-z0-9+/=]{44}\n\n\u2014 [^\n]+\n', r.text)
            check('checkpoints', at, lambda: need(len(heads) == 1 and checkpoint(heads[0], logkeys, roots) < i, 'not one'))
            odd = set(re.findall(r'(?m)^([0-9a-f]{64})$', r.text)) - seen
            check('reports', at, need, not odd, f'{odd} stands in no record before it')
        elif r.kind == 'over':
            good = digest(sealed).hex() == game['sealed'] and chain(r['secret'], 4096) == game['anchor']
            check('links', at, need, good, 'the secrets are not those of the first record')
            links += '\n4096 ' + r['secret']
        check('keys', at, keys_given, r, log[i - 2], keys, asked)
        if r.kind in ('orders', 'command', 'key') and not unsigned(r):
            mails.add(f'mails/{r["mail"]}.eml')
            key = r['new'] if r.kind == 'key' and r['by'] in ('confirmation', 'invitation') else keys[r['side']]
            if r.part:
                for n, key in enumerate([key, r['new']] if r.kind == 'key' and r['by'] == 'player' else [key]):
                    check('signatures', at, signed, r, key, sealed, n == 0)
        if r.kind == 'key':
            asked[r['side']] = r['new'] if r['by'] == 'request' else None
            keys[r['side']] = keys[r['side']] if asked[r['side']] else r['new']
    head = files['checkpoint.txt'].decode()
    check('checkpoints', 'checkpoint.txt', lambda: need(checkpoint(head, logkeys, roots) == len(log), 'not of all records'))
    check('members', 'hidden/', need, not hidden, f'parts of no record: {list(hidden)}')
    texts = {f'keys/{side}.pub': key for side, _, key in game.all['player'] if key} | {'keys/log.txt': game['log'], 'links.txt': links}
    sums = {name: digest(f'{text}\n'.encode()).hex() for name, text in texts.items()}
    sums |= {f'data/{d[1]}': d[0] for d in game.all.get('data', [])} | {m: m[6:-4] for m in mails if over or m in files}
    for name in sorted(sums):
        check('members', name, lambda: need(digest(files[name]).hex() == sums[name], 'it is not what the log says'))
    known = re.compile('README.txt$|index.html$|checkpoint.txt$|log.txt$|hidden/|private.txt$|outbox/' + ('|mails/' if 'private.txt' in files else ''))
    other = [n for n in files if n not in sums and not known.match(n)]
    check('members', path, need, not other, f'{other} do not belong there')

path = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as home:
    os.chdir(home)
    check('archive', path, archive, path)
for name, (count, bad) in CHECKS.items():
    print('BAD' if bad else 'ok ', name, count, bad)
print('NOT SOUND' if (failed := any(bad for _, bad in CHECKS.values())) else 'SOUND')
sys.exit(failed)
