import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { openScratchMariadb, type ScratchMariadb } from './mariadb.ts'

/** A real MacCMS, installed by its own installer from a copy of its files. None of its code is part of the project. */
export interface RealMaccms {
  mariadb: ScratchMariadb
  origin: string
  /** Changes its settings: keys are joined by dots. */
  configure(settings: Readonly<Record<string, string>>): Promise<void>
  /** Adds players: play groups of unknown ones are not collected. */
  addPlayers(codes: readonly string[]): Promise<void>
  /** Sends a form to one of its pages. */
  post(path: string, form: Readonly<Record<string, string>>, cookie?: string): Promise<Response>
  get(path: string): Promise<string>
  /** Lets its collector take all of an interface. `categories`: ids there to ids here. Returns what it prints. */
  collect(address: string, form: 'json' | 'xml', categories: ReadonlyMap<number, number>): Promise<string>
  /** What its own functions make of each title, for all of its titles. */
  addresses(): AsyncGenerator<MaccmsAddresses>
  close(): Promise<void>
}

/** The addresses that a MacCMS writes into its pages. */
export interface MaccmsAddresses {
  id: number
  slug: string
  detail: string
  /** Of the second episode of the first play group. */
  play: string
  list: string
}

/** Serves files that exist, and everything else by the entrances, as the rules for nginx that come with it do. */
const router = `<?php
$root = $_SERVER['DOCUMENT_ROOT'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/';
$entrance = preg_match('#^/(index|api|admin|install)\\.php(/.*)?$#', $path, $parts) === 1;
if (!$entrance && $path !== '/' && is_file($root . $path)) return false;
$script = $entrance ? "/$parts[1].php" : '/index.php';
$rest = $entrance ? ($parts[2] ?? '') : $path;
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = $script;
$_SERVER['SCRIPT_FILENAME'] = $root . $script;
unset($_SERVER['PATH_INFO']);
if ($rest !== '') $_SERVER['PATH_INFO'] = $rest;
chdir($root);
require $root . $script;
`

/** Changes a file that returns an array; standard input is the JSON of values by dotted keys. */
const changeScript = `
[$file, $values] = [$argv[1], json_decode(stream_get_contents(STDIN), true)];
$all = include $file;
foreach ($values as $key => $value) {
  $at = &$all;
  foreach (explode('.', $key) as $part) $at = &$at[$part];
  $at = $value;
  unset($at);
}
file_put_contents($file, '<?php return ' . var_export($all, true) . ';');
`

const addressesPerPage = 1000
/** A page in the language of its templates: names of functions and fields that its documentation names. */
const addressesPage = `{maccms:vod num="${addressesPerPage}" order="asc" by="id" paging="yes" pageurl="label/addresses"}
@{$vo.vod_id}|{$vo.vod_en}|{:mac_url_vod_detail($vo)}|{:mac_url_vod_play($vo,['sid'=>1,'nid'=>2])}|{:mac_url_type($vo.type)}@
{/maccms:vod}`

const php = '/usr/bin/php'
const maxStartMs = 60_000

type Change = (file: string, values: Readonly<Record<string, unknown>>) => void

/** Changes its files of settings. */
const changeIn =
  (root: string): Change =>
  (file, values) => {
    execFileSync(php, ['-r', changeScript, join(root, 'application', file)], { input: JSON.stringify(values) })
  }

/**
 * Installs the MacCMS whose unpacked files lie in a folder into a temporary one, with a MariaDB of its own. Null if PHP or
 * MariaDB is not installed, which is printed.
 */
export async function openMaccms(folder: string): Promise<RealMaccms | null> {
  if (!existsSync(php)) {
    console.error('PHP is missing. On Debian: apt-get install php-cli php-mysql php-xml php-mbstring php-curl php-gd')
    return null
  }
  const mariadb = await openScratchMariadb()
  if (!mariadb) return null
  await mariadb.connection.query('drop database maccms')
  // Its tables have columns without a default value, which a strict server refuses.
  for (const scope of ['global', 'session']) await mariadb.connection.query(`set ${scope} sql_mode = ''`)
  const root = await mkdtemp(join(tmpdir(), 'yunmu-maccms-'))
  await cp(folder, root, { recursive: true })
  const { origin, stop } = await startPhp(root)
  const change = changeIn(root)
  const post: RealMaccms['post'] = (path, form, cookie = '') =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { 'x-requested-with': 'XMLHttpRequest', cookie },
    })
  const get: RealMaccms['get'] = async (path) => (await fetch(`${origin}${path}`)).text()
  await install(post, mariadb.port)
  await mariadb.connection.query('use maccms')
  return {
    mariadb,
    origin,
    configure: async (settings) => change('extra/maccms.php', settings),
    async addPlayers(codes) {
      const player = { status: '1', sort: '900', des: '', target: '_self', ps: '0', parse: '', tip: '' }
      change(
        'extra/vodplayer.php',
        Object.fromEntries(codes.map((code) => [code, { ...player, from: code, show: code }])),
      )
    },
    post,
    get,
    collect(address, form, categories) {
      addCollection(change, { address, form, categories })
      return get(`/api.php/timming/index?name=bench_${form}`)
    },
    addresses: () => readAddresses(root, get),
    async close() {
      await stop()
      await mariadb.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Serves the files of a folder by PHP's own server. */
async function startPhp(root: string): Promise<{ origin: string; stop(): Promise<void> }> {
  await writeFile(`${root}.php`, router)
  const port = await freePort()
  const settings = ['-d', 'opcache.enable=0', '-d', 'memory_limit=1G']
  const server = spawn(php, [...settings, '-S', `127.0.0.1:${port}`, '-t', root, `${root}.php`], {
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    detached: true,
  })
  const ended = once(server, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const isUp = (): Promise<boolean> =>
    fetch(`${origin}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const endMs = performance.now() + maxStartMs; !(await isUp()); await wait(100))
    if (performance.now() > endMs) throw new Error('PHP did not start')
  return {
    origin,
    async stop() {
      // The workers of PHP's server are processes of its group.
      if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
      await ended
      await rm(`${root}.php`, { force: true })
    },
  }
}

/** Goes through the installer as a browser does. */
async function install(post: RealMaccms['post'], port: number): Promise<void> {
  const database = { hostname: '127.0.0.1', hostport: String(port), database: 'maccms', username: 'root' }
  const steps: Readonly<Record<string, Record<string, string>>> = {
    '/install.php?step=4': { ...database, password: '', prefix: 'mac_', cover: '1' },
    '/install.php?step=5': { account: 'admin', password: 'admin-pass', install_dir: '/', initdata: '0' },
  }
  for (const [path, form] of Object.entries(steps)) {
    const reply = await (await post(path, form)).text()
    if (!reply.startsWith('{"code":1'))
      throw new Error(`the installer of MacCMS refused ${path}: ${reply.slice(0, 300)}`)
  }
}

/** Adds a timed task that collects all of an interface. */
function addCollection(
  change: Change,
  { address, form, categories }: { address: string; form: 'json' | 'xml'; categories: ReadonlyMap<number, number> },
): void {
  const flag = createHash('md5').update(address).digest('hex')
  change('extra/bind.php', Object.fromEntries([...categories].map(([there, here]) => [`${flag}_${there}`, here])))
  const type = form === 'xml' ? '1' : '2'
  const param = new URLSearchParams({ ac: 'cjall', mid: '1', type, cjflag: flag, cjurl: address })
  const name = `bench_${form}`
  const task = {
    id: name,
    name,
    status: '1',
    des: '',
    file: 'collect',
    param: String(param),
    weeks: '1,2,3,4,5,6,0',
    hours: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')).join(),
    runtime: 0,
  }
  change('extra/timming.php', { [name]: task })
}

async function* readAddresses(root: string, get: RealMaccms['get']): AsyncGenerator<MaccmsAddresses> {
  await mkdir(join(root, 'template/default/html/label'), { recursive: true })
  await writeFile(join(root, 'template/default/html/label/addresses.html'), addressesPage)
  for (let page = 1; ; page++) {
    const html = await get(`/index.php/label/addresses?page=${page}`)
    const found = [...html.matchAll(/@(\d+)\|(.*?)\|(.*?)\|(.*?)\|(.*?)@/g)]
    for (const [, id, slug = '', detail = '', play = '', list = ''] of found)
      yield { id: Number(id), slug, detail, play, list }
    if (found.length < addressesPerPage) return
  }
}
