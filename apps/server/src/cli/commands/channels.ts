import { ChannelListError, noChannel, readChannelList, type ChannelEntry } from '@yunmu/formats'
import type { Line } from '@yunmu/contract'
import { Command } from 'commander'
import type { LineupChannel, ListOptions } from '../../domains/live/index.ts'
import { EgressError } from '../../platform/egress/egress.ts'
import { egressMessages } from '../../platform/egress/egress-messages.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { parseId, parseNumber, readOperatorFile } from '../operator-input.ts'
import { channelCorrectionCommands } from './channel-corrections.ts'
import { channelListsCommand } from './channel-lists.ts'
import { channelLineCommand } from './channel-lines.ts'
import { listProblems, parseTag } from '../channel-list-input.ts'
import { printPushKey, pushAddress, withPushOptions, type PushOptions } from '../push-keys.ts'

/** Size limit of a list, and time limit for downloading it. */
const listLimits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000 }

/** `channels import|add|push|list|remove|probe`, lines, lists and corrections: television. */
export function channelsCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  const command = new Command('channels')
    .description('电视频道')
    .addCommand(importCommand(run, context))
    .addCommand(addCommand(run, context))
    .addCommand(pushCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
    .addCommand(channelLineCommand(run, context))
    .addCommand(probeCommand(run, context))
    .addCommand(channelListsCommand(run, context))
  for (const correction of channelCorrectionCommands(run, context)) command.addCommand(correction)
  return command
}

interface ChannelOptions {
  group?: string
  overseas?: { type: string; name: string }
  record?: boolean
  replace?: boolean
}

const listOptions = ({ group, overseas, record, replace }: ChannelOptions): ListOptions => ({
  ...(group === undefined ? {} : { group }),
  ...(overseas === undefined ? {} : { tag: overseas }),
  always: record === true,
  replace: replace === true,
})

const withChannelOptions = (command: Command): Command =>
  command
    .option('--group <名称>', '频道分组；不写则用列表里的')
    .option('--overseas <标签>', '海外频道的标签，例如 beimei:北美', parseTag)
    .option('--record', '一直录制，可以回看；不写则有人看时才录')

async function readList(context: CommandContext, source: string, { platform }: OpenStation): Promise<Uint8Array> {
  if (/^https?:\/\//i.test(source)) {
    try {
      const reply = await platform.egress.get(source, listLimits)
      if (reply.status !== 200) throw new UsageError(`对方的回答是 ${reply.status}：${source}`)
      return await reply.bytes()
    } catch (err) {
      if (err instanceof EgressError)
        throw new UsageError(`取不到 ${source}：${egressMessages[err.reason]}。`, { cause: err })
      throw err
    }
  }
  return readOperatorFile(context, source)
}

function parseEntries(bytes: Uint8Array): ReturnType<typeof readChannelList> {
  try {
    return readChannelList(bytes)
  } catch (err) {
    if (err instanceof ChannelListError) throw new UsageError(listProblems[err.problem], { cause: err })
    throw err
  }
}

function importCommand(run: StationRunner, context: CommandContext): Command {
  const { print, printError } = context
  const command = new Command('import')
    .description('导入频道列表（M3U 或“名称,地址”的文本，网址或文件）；同名的频道合成一个，有几个地址就有几条线路')
    .argument('<来源>', '网址或文件')
    .option('--replace', '列表里没有的旧地址都去掉')
    .option('--no-logos', '不取频道的图标')
  return withChannelOptions(command).action((source: string, options: ChannelOptions & { logos: boolean }) =>
    run(async (open) => {
      const { entries, faults, guides } = parseEntries(await readList(context, source, open))
      print(`读到 ${entries.length} 个地址${faults > 0 ? `，${faults} 行读不懂` : ''}`)
      const onSaved = (done: number, total: number): void => printError(`已存 ${done}/${total} 个频道`)
      const onLogo = (done: number, total: number): void => {
        if (done % 50 === 0 || done === total) printError(`已取 ${done}/${total} 个图标`)
      }
      const request = { ...listOptions(options), trusted: false, logos: options.logos, onSaved, onLogo }
      const { added, merged, lines, logos, skipped } = await open.station.live.importList(entries, request)
      if (skipped > 0) print(`${skipped} 个地址不能录制，或者只能用 channels add 加入，已略过`)
      const withLogos = logos > 0 ? `，新图标 ${logos} 个` : ''
      print(`完成：新频道 ${added} 个，已有的频道 ${merged} 个，共 ${lines} 条线路${withLogos}。`)
      for (const guide of guides) print(`列表附有节目单，可以导入：npm run yunmu -- guide import ${guide}`)
    }),
  )
}

function addCommand(run: StationRunner, { print }: CommandContext): Command {
  const command = new Command('add')
    .description('加入一个频道；给几个地址就有几条线路')
    .argument('<名称>')
    .argument('<地址...>', 'http、rtmp、srt、udp 的地址，file: 的影片，或 push:（自己推流）')
    .option('--number <频道号>', '频道号，不写则用下一个空号', parseNumber)
  return withChannelOptions(command).action(
    (name: string, addresses: string[], { number = 0, ...options }: ChannelOptions & { number?: number }) =>
      run(async ({ station }) => {
        const invalid = addresses.find((address) => station.recorder.sourceKindOf(address) === null)
        if (invalid !== undefined) throw new UsageError(`不是能录制的地址：${invalid}`)
        if (name.trim() === '') throw new UsageError('频道要有名称。')
        const entries = addresses.map((url): ChannelEntry => ({ ...noChannel, name: name.trim(), url, number }))
        const { added, ids } = await station.live.importList(entries, {
          ...listOptions(options),
          trusted: true,
          logos: false,
        })
        const what = `频道“${name.trim()}”（编号 ${ids.join('、')}）`
        print(added > 0 ? `已加入${what}。` : `${what}已经在了，地址已经并入。`)
        if (addresses.includes(pushAddress)) print(`推流地址用 channels push ${ids.join(' ')} 查看。`)
      }),
  )
}

function pushCommand(run: StationRunner, { print }: CommandContext): Command {
  const command = new Command('push')
    .description('说出一个频道的推流地址和密钥；每次都是新的，以前的到期或作废前也有效')
    .argument('<编号>')
  return withPushOptions(command).action((text: string, options: PushOptions) =>
    run(async (open) => {
      const { live } = open.station
      const channel = (await live.lineup()).byId.get(Number(text))
      if (!channel) throw new UsageError(`没有编号为“${text}”的频道。`)
      const sources = await live.sources(channel.streams.map(({ id }) => id))
      const lines = channel.streams.filter(({ id }) => sources.get(id)?.some(({ address }) => address === pushAddress))
      if (lines.length === 0) throw new UsageError(`频道“${channel.name}”没有等人推流的线路。`)
      for (const line of lines) await printPushKey(open, line, options, print)
    }),
  )
}

const stateNames = { good: '正常', weak: '不稳', down: '停播', untried: '未试过', dead: '失效' } as const

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出所有频道和它们的线路')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station, platform }) => {
        const { channels, hidden } = await station.live.lineup()
        if (channels.length + hidden.length === 0 && !json) print('还没有频道。')
        for (const channel of [...channels, ...hidden]) {
          const states = await station.live.health.linesOf(channel, platform.clock.nowMs())
          const tried = await station.recorder.tried(channel.streams.map((stream) => stream.id))
          const lines = states.map((line, at): ListedLine => {
            const stream = channel.streams[at]
            const isUntried = stream?.kind !== 'linear' && line.state === 'good' && !tried.has(stream?.id ?? 0)
            const state = line.dead ? 'dead' : isUntried && line.height === 0 ? 'untried' : line.state
            return { ...line, state, catchupDays: stream?.catchupDays ?? 0 }
          })
          const { id, number, name, group, types } = channel
          if (json) print(JSON.stringify({ id, number, name, group, types, hidden: channel.hidden, lines }))
          else print(`${channelText(channel)}  ${lines.map(lineText).join('，')}`)
        }
      }),
    )
}

/**
 * A line that nobody watched, and neither the recorder nor a probe tried, is `untried` here; for viewers it counts as good.
 * `dead`: no probe found it alive of late.
 */
type ListedLine = Omit<Line, 'state'> & { state: Line['state'] | 'untried' | 'dead'; catchupDays: number }

const lineText = ({ name, state, quality, catchupDays }: ListedLine): string =>
  `${name} ${stateNames[state]}${quality === '' ? '' : ` ${quality}`}${catchupDays > 0 ? `（对方有 ${catchupDays} 天回看）` : ''}`

const channelText = ({ id, number, name, group, hidden }: LineupChannel): string =>
  `编号 ${String(id).padEnd(6)}${number === 0 ? '' : `频道号 ${String(number).padEnd(6)}`}${name}（${group}）${hidden ? '  已停用' : ''}`

function probeCommand(run: StationRunner, { print, signal }: CommandContext): Command {
  return new Command('probe')
    .description('现在就探测一个频道的所有地址；不写频道，则探测到时间的地址（平时每 5 分钟自动进行）')
    .argument('[频道]', '频道编号')
    .action((text: string | undefined) =>
      run(async ({ station }) => {
        if (text === undefined) {
          await station.live.probes.probeDue({ signal })
          print('已探测，结果用 channels list 看。')
          return undefined
        }
        const id = parseId(text, '频道')
        if (!(await station.live.show(id))) throw new UsageError(`没有编号为“${text}”的频道。`)
        print(`探测了 ${await station.live.probes.probeChannel(id, signal)} 个地址，结果用 channels show ${id} 看。`)
        return undefined
      }),
    )
}

interface RemoveOptions {
  group?: string
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉频道，连同它们的录像和节目单')
    .argument('[编号...]')
    .option('--group <名称>', '去掉整个分组')
    .action((texts: string[], { group }: RemoveOptions) =>
      run(async ({ station }) => {
        const lineup = await station.live.lineup()
        const channels = [...lineup.channels, ...lineup.hidden]
        const ids = channels
          .filter((channel) => (group === undefined ? texts.includes(String(channel.id)) : channel.group === group))
          .map(({ id }) => id)
        const unknown = texts.find((text) => !channels.some(({ id }) => String(id) === text))
        if (unknown !== undefined) throw new UsageError(`没有编号为“${unknown}”的频道。`)
        if (ids.length === 0)
          throw new UsageError(group === undefined ? '要写频道的编号。' : `没有“${group}”这个分组。`)
        print(`已去掉 ${await station.live.remove(ids)} 个频道。`)
      }),
    )
}
