import { appendFileSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { parseMap, type ImportStep, type MigrationReport } from '../../domains/migration/index.ts'
import type { Station } from '../../station.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { readOperatorFile } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'
import { runMigration, type MigrationProgress } from './migrate-run.ts'

interface ServerOptions {
  url: string
  bind?: ReadonlyMap<string, string>
  dryRun?: boolean
}

/** Parses `电影=动作片`, of which there may be several. */
function addBinding(text: string, bindings: ReadonlyMap<string, string> = new Map()): ReadonlyMap<string, string> {
  const [, name, own] = /^(.{1,40}?)=(.{1,40})$/u.exec(text.trim()) ?? []
  if (name === undefined || own === undefined) throw new InvalidArgumentError('')
  return new Map(bindings).set(name.trim(), own.trim())
}

type FolderPair = NonNullable<ReturnType<typeof parseMap>>

function addMap(text: string, map: readonly FolderPair[] = []): readonly FolderPair[] {
  const folders = parseMap(text)
  if (!folders) throw new InvalidArgumentError('')
  return [...map, folders]
}

/** The address of a server, without its query and a slash at its end. @throws UsageError */
function parseServer(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError('--url 要写成 http://主机:端口，账号写在别的选项里。')
  return url
}

/** The first line of a file that holds a secret. @throws UsageError */
async function readSecret(context: CommandContext, file: string): Promise<string> {
  const [line = ''] = (await readOperatorFile(context, file)).toString('utf8').split(/\r?\n/)
  if (line.trim() === '') throw new UsageError(`${file} 的第一行是空的。`)
  return line.trim()
}

const withServerOptions = (command: Command): Command =>
  command
    .requiredOption('--url <网址>', '对方的网址')
    .option(
      '--bind <对方分类=本站分类>',
      '把对方的分类放进本站的分类，不收写“不收”；可以写几次，以后也记得',
      addBinding,
    )
    .option('--dry-run', '只清点，什么也不写')

const batchSize = { jellyfin: 100, xc: 40 } as const

type Runs = (work: (station: Station, progress: MigrationProgress) => Promise<MigrationReport>) => Promise<void>

const runsOf =
  (run: StationRunner, context: CommandContext): Runs =>
  (work) =>
    run(({ station }) => runMigration(context, (progress) => work(station, progress)))

interface JellyfinOptions extends ServerOptions {
  key?: string
  keyFile?: string
  map?: readonly FolderPair[]
  passwords?: string
}

/** `migrate jellyfin`: libraries, users, and what they watched. */
export function jellyfinCommand(run: StationRunner, context: CommandContext): Command {
  const runs = runsOf(run, context)
  const command = new Command('jellyfin')
    .description('从 Jellyfin 搬来：影片、剧集、用户、观看进度、收藏；可以反复运行，只搬新的和变了的')
    .option('--key <密钥>', '在 Jellyfin 控制台里建的 API 密钥')
    .option('--key-file <文件>', '密钥写在这个文件里，不出现在进程列表里')
    .option('--map <对方文件夹=本机文件夹>', '影片文件在本机的哪里，例如 /media=/srv/media；不写就只搬资料', addMap)
    .option('--passwords <文件>', '给每个新用户定一个密码，写进这个文件；不写就之后用 user password 定')
  return withServerOptions(command).action(async (options: JellyfinOptions) => {
    const { bind = new Map(), map = [], dryRun = false, passwords } = options
    const url = parseServer(options.url)
    if ((options.key === undefined) === (options.keyFile === undefined))
      throw new UsageError('--key 和 --key-file 要写一个。')
    const key = options.key ?? (await readSecret(context, options.keyFile ?? ''))
    if (!/^[\w-]{8,200}$/.test(key)) throw new UsageError('密钥只能有字母、数字和 - _。')
    return runs((station, { onProgress, note }) =>
      station.migration.jellyfin({
        url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`,
        key,
        map,
        bindings: bind,
        dry: dryRun,
        batchSize: batchSize.jellyfin,
        signal: context.signal,
        onProgress,
        onPassword: passwords === undefined ? null : passwordWriter(context.pathOf(passwords)),
        onImport: ({ file, failure }: ImportStep) =>
          failure === null ? note(file) : context.printError(`✗ ${file}：${failure}`),
      }),
    )
  })
}

/** Only the operator may read what it writes. */
const passwordWriter =
  (path: string) =>
  (user: string, password: string): void =>
    appendFileSync(path, `${user}\t${password}\n`, { mode: 0o600 })

interface XcOptions extends ServerOptions {
  user: string
  passwordFile: string
}

/** `migrate xc`: channels with their guide, films and series of a panel. */
export function xcCommand(run: StationRunner, context: CommandContext): Command {
  const runs = runsOf(run, context)
  const command = new Command('xc')
    .description('从 XC 面板（player_api.php）搬来：直播频道、节目单、点播和剧集；可以反复运行，只搬新的和变了的')
    .requiredOption('--user <账号>', '面板的账号')
    .requiredOption('--password-file <文件>', '密码写在这个文件的第一行')
  return withServerOptions(command).action(async (options: XcOptions) => {
    const { bind = new Map(), dryRun = false, user, passwordFile } = options
    const { origin } = parseServer(options.url)
    const password = await readSecret(context, passwordFile)
    return runs((station, { onProgress }) =>
      station.migration.xc({
        origin,
        user,
        password,
        bindings: bind,
        dry: dryRun,
        batchSize: batchSize.xc,
        signal: context.signal,
        onProgress,
      }),
    )
  })
}
