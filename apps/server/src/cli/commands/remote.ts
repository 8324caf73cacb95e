import { Command } from 'commander'
import { originText, type RemoteHost, type RemoteManager } from '../../domains/remote/index.ts'
import { addressKinds } from '../../platform/subjects.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { parseId } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

const modes = ['direct', 'relayed', 'embedded', 'refuse'] as const
type ModeWord = (typeof modes)[number]

const modeNames: Readonly<Record<RemoteHost['mode'], string>> = {
  undecided: '待定',
  direct: '直连',
  relayed: '中转',
  embedded: '嵌入页面',
  refused: '已拒绝',
}

const kindNames = { hls: 'HLS', mp4: 'MP4', page: '页面' } as const
const stateNames = {
  unknown: '未检查',
  ok: '正常',
  dead: '打不开',
  wrongLength: '时长不符',
  otherHost: '分片在别的主机',
} as const

/** `remote hosts|add|list|remove|check`: films that lie elsewhere. */
export function remoteCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('remote')
    .description('站外影片：主机、每一集的播放地址')
    .addCommand(hostsCommand(run, context))
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
    .addCommand(checkCommand(run, context))
}

function hostsCommand(run: StationRunner, { print }: CommandContext): Command {
  const list = new Command('list').description('列出主机，待定的在前').action(() =>
    run(async ({ station }) => {
      const hosts = await station.remote.manager.hosts.list()
      if (hosts.length === 0) print('还没有主机。加播放地址时，新主机会出现在这里。')
      const undecided = hosts.filter(({ mode }) => mode === 'undecided')
      for (const host of [...undecided, ...hosts.filter(({ mode }) => mode !== 'undecided')])
        print(`${originText(host)}  ${modeNames[host.mode]}  ${host.addresses} 个地址${host.note && `  ${host.note}`}`)
      return undefined
    }),
  )
  const allow = new Command('allow')
    .description('决定一个主机怎么用，马上生效')
    .argument('<主机>', '主机名，或者带协议和端口，如 https://v.example:8443')
    .argument('<方式>', 'direct 观众直接取；relayed 由本站中转；embedded 在沙箱里嵌入它的页面；refuse 不用')
    .action((name: string, word: string) => {
      const mode = modes.find((one) => one === word)
      if (!mode) throw new UsageError(`看不懂“${word}”，要写 ${modes.join('、')} 之一。`)
      return run(async ({ station }) => allowHost(station.remote.manager, name, mode, print))
    })
  return new Command('hosts').description('影片所在的主机，没有允许的不会播放').addCommand(list).addCommand(allow)
}

async function allowHost(
  manager: RemoteManager,
  name: string,
  word: ModeWord,
  print: (line: string) => void,
): Promise<undefined> {
  const mode = word === 'refuse' ? 'refused' : word
  let titles = 0
  const hosts = await manager.hosts.allow(name, mode, (settled) => (titles += settled))
  if (!hosts) throw new UsageError(`“${name}”不是主机名。`)
  for (const host of hosts) {
    print(`${originText(host)} 现在是：${modeNames[mode]}。`)
    if (mode === 'direct' && host.scheme === 'http')
      print('它不是 https：本站用 https 时，浏览器会拦下它，请改用 relayed。')
  }
  if (titles > 0) print(`${titles} 部影片的可播放状态变了。`)
  return undefined
}

interface AddOptions {
  kind?: string
}

function addCommand(run: StationRunner, { print, printError }: CommandContext): Command {
  return new Command('add')
    .description('给一集加一个播放地址；没有的线路和集数会建好')
    .argument('<影片>', '影片编号')
    .argument('<线路>', '线路的名字')
    .argument('<集>', '第几集')
    .argument('<网址>', 'm3u8、mp4 或合作方的播放页')
    .option('--kind <类型>', 'hls、mp4 或 page；不写按网址判断')
    .action((titleText: string, source: string, levelText: string, url: string, { kind: word }: AddOptions) => {
      const titleId = parseId(titleText, '影片')
      const level = parseId(levelText, '集')
      const kind = addressKinds.find((one) => one === word)
      if (word !== undefined && kind === undefined) throw new UsageError('类型要写 hls、mp4 或 page。')
      if (level === 0 || source.trim() === '') throw new UsageError('要写线路的名字，集数从 1 开始。')
      return run(async ({ station }) => {
        const added = await station.remote.manager.add({ titleId, source: source.trim(), level, url, kind })
        if (added === 'noTitle') throw new UsageError(`没有编号为“${titleText}”的影片。`)
        if (added === 'noAddress')
          throw new UsageError('网址要以 http:// 或 https:// 开头，不带用户名，不超过 2000 字。')
        if (added === 'known') {
          printError('这一集已经有这个地址。')
          return exitCodes.failed
        }
        print('已加上。')
        if (added.mode === 'undecided')
          print(`主机 ${added.host} 还没有允许，现在不会播放。允许它：remote hosts allow ${added.host} direct`)
        if (added.mode === 'refused') print(`主机 ${added.host} 已拒绝，这个地址不会播放。`)
        return undefined
      })
    })
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出一部影片的播放地址')
    .argument('<影片>', '影片编号')
    .action((titleText: string) => {
      const titleId = parseId(titleText, '影片')
      return run(async ({ station }) => {
        const listed = await station.remote.manager.list(titleId)
        if (listed.length === 0) print('这部影片没有站外播放地址。')
        for (const { id, kind, url, mode, state, height, hasAds, hidden, episode } of listed) {
          const facts = [
            kindNames[kind],
            modeNames[mode],
            stateNames[state],
            ...(height > 0 ? [`${height}p`] : []),
            ...(hasAds ? ['有插入的广告'] : []),
            ...(hidden ? ['已隐藏'] : []),
          ]
          print(`${id}  ${episode.source}  ${episode.name}  ${facts.join('，')}  ${url}`)
        }
        return undefined
      })
    })
}

function checkCommand(run: StationRunner, { print, signal }: CommandContext): Command {
  return new Command('check')
    .description('马上检查一部影片的播放地址；平时会自动检查')
    .argument('<影片>', '影片编号')
    .action((titleText: string) => {
      const titleId = parseId(titleText, '影片')
      return run(async ({ station }) => {
        const checked = await station.remote.manager.check(
          titleId,
          ({ id, url }, { state, height, hasAds }) => {
            const facts = [
              stateNames[state],
              ...(height > 0 ? [`${height}p`] : []),
              ...(hasAds ? ['有插入的广告'] : []),
            ]
            print(`${id}  ${facts.join('，')}  ${url}`)
          },
          signal,
        )
        if (checked === null) throw new UsageError('这部影片没有站外播放地址。')
        if (checked === 0) print('它的主机都还没有允许，没有检查。')
        return undefined
      })
    })
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一个播放地址')
    .argument('<编号>', 'remote list 里的编号')
    .action((text: string) => {
      const id = parseId(text, '播放地址')
      return run(async ({ station }) => {
        if (!(await station.remote.manager.remove(id))) throw new UsageError(`没有编号为“${text}”的播放地址。`)
        print('已去掉。')
        return undefined
      })
    })
}
