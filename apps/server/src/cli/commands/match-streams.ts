import { maxStreamSources } from '@yunmu/contract'
import { Command } from 'commander'
import type { LineupChannel } from '../../domains/live/index.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { parseId, parseNumber } from '../operator-input.ts'
import { printPushKey, pushAddress, withPushOptions, type PushOptions } from '../push-keys.ts'
import type { StationRunner } from '../station-runner.ts'

const matchArgument = '<比赛>'
const matchHelp = '比赛编号，就是比赛页地址 /match/play/ 后面的数字'
const numberArgument = '<序号>'
const numberHelp = 'matches stream list 列出的序号'
const maxNameLength = 60

type MatchStream = Awaited<ReturnType<OpenStation['station']['matches']['streams']['list']>>[number]

/** `matches stream add|list|push|remove`: the streams of a match that the operator adds. */
export function matchStreamCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('stream')
    .description('比赛的直播：电视频道、推流或者拉取的地址；开赛前 10 分钟开放，比赛结束后收起')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(pushCommand(run, context))
    .addCommand(removeCommand(run, context))
}

/** @throws UsageError if there is no such match */
async function findMatch({ station }: OpenStation, text: string): Promise<number> {
  const id = parseId(text, '比赛')
  if (!(await station.matches.hasMatch(id))) throw noSuchMatch(text)
  return id
}

const noSuchMatch = (text: string): UsageError => new UsageError(`没有编号为“${text}”的比赛。`)

async function findStream(
  open: OpenStation,
  match: string,
  number: string,
): Promise<MatchStream & { matchId: number }> {
  const matchId = await findMatch(open, match)
  const streams = await open.station.matches.streams.list(matchId)
  const found = streams.find((stream) => String(stream.number) === number)
  if (!found) throw new UsageError(`这场比赛没有序号为“${number}”的直播。`)
  return { matchId, ...found }
}

interface AddOptions {
  anchor?: string
  channel?: number
  plate?: boolean
}

/** @throws UsageError if the channel or an address cannot be shown */
async function checkSource({ station }: OpenStation, addresses: readonly string[], channel?: number): Promise<void> {
  if ((channel === undefined) === (addresses.length === 0))
    throw new UsageError('要么写地址，要么用 --channel 写电视频道的编号。')
  if (addresses.length > maxStreamSources) throw new UsageError(`一路直播最多 ${maxStreamSources} 个地址。`)
  if (channel !== undefined && !(await station.live.lineup()).byId.has(channel))
    throw new UsageError(`没有编号为“${channel}”的频道。`)
  const wrong = addresses.find((address) => station.recorder.sourceKindOf(address) === null)
  if (wrong !== undefined) throw new UsageError(`不是能播的地址：${wrong}`)
}

function addCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('add')
    .description('给一场比赛加一路直播；给几个地址，就在前一个断了时换后一个')
    .argument(matchArgument, matchHelp)
    .argument('<名称>', '观众看到的名字，例如 国语解说')
    .argument('[地址...]', 'http、rtmp、srt、udp 的地址，file: 的影片，或 push:（自己推流）')
    .option('--anchor <解说>', '解说员')
    .option('--channel <频道>', '不写地址，播这个编号的电视频道', parseNumber)
    .option('--plate', '画面里已经有比分牌，网页上不再画')
    .action((match: string, nameText: string, addresses: string[], options: AddOptions) =>
      run(async (open) => {
        const matchId = await findMatch(open, match)
        const { anchor = '', channel, plate = false } = options
        const name = nameText.trim()
        if (name === '' || [...name, ...anchor].length > maxNameLength)
          throw new UsageError(`直播要有名称，名称和解说员一共不超过 ${maxNameLength} 个字。`)
        await checkSource(open, addresses, channel)
        const { streams, recordings } = open.station.matches
        const stream = { name, anchor: anchor.trim(), plate, channel: channel ?? null, sources: addresses }
        const number = await streams.add(matchId, stream)
        // It was deleted meanwhile.
        if (number === null) throw noSuchMatch(match)
        // A running match shows it now, not at the next minute.
        await recordings.update()
        print(`已加入“${name}”，序号 ${number}。`)
        if (addresses.includes(pushAddress)) print(`推流地址用 matches stream push ${matchId} ${number} 查看。`)
      }),
    )
}

/** What a stream shows: a channel of the station, or its addresses with the id of its channel, for a password. */
const sourceText = ({ channelId, sources }: MatchStream, channel: LineupChannel | undefined): string =>
  sources.length > 0
    ? `${sources.join(' → ')}（编号 ${channelId}）`
    : channel
      ? `频道“${channel.name}”（编号 ${channelId}）`
      : `频道已不在（编号 ${channelId}）`

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出一场比赛的直播')
    .argument(matchArgument, matchHelp)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action((match: string, { json = false }: { json?: boolean }) =>
      run(async (open) => {
        const { station } = open
        const streams = await station.matches.streams.list(await findMatch(open, match))
        if (streams.length === 0 && !json) print('这场比赛还没有直播。用 matches stream add 加一路。')
        const { byId } = await station.live.lineup()
        for (const stream of streams) {
          const { number, name, anchor, channelId } = stream
          const who = anchor === '' ? name : `${name}（${anchor}）`
          print(json ? JSON.stringify(stream) : `${number}  ${who}  ${sourceText(stream, byId.get(channelId))}`)
        }
      }),
    )
}

function pushCommand(run: StationRunner, { print }: CommandContext): Command {
  const command = new Command('push')
    .description('说出一路直播的推流地址和密钥；每次都是新的，以前的到期或作废前也有效')
    .argument(matchArgument, matchHelp)
    .argument(numberArgument, numberHelp)
  return withPushOptions(command).action((match: string, number: string, options: PushOptions) =>
    run(async (open) => {
      const { name, channelId, sources } = await findStream(open, match, number)
      const line = (await open.station.live.lineup()).playable.get(channelId)?.streams[0]
      if (!line || !sources.includes(pushAddress)) throw new UsageError(`“${name}”不等人推流。`)
      await printPushKey(open, { id: line.id, name }, options, print)
    }),
  )
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一路用 add 加入的直播')
    .argument(matchArgument, matchHelp)
    .argument(numberArgument, numberHelp)
    .action((match: string, number: string) =>
      run(async (open) => {
        const stream = await findStream(open, match, number)
        const { live, matches, recorder } = open.station
        const line = stream.sources.length > 0 ? (await live.lineup()).playable.get(stream.channelId)?.streams[0] : null
        if (!(await matches.streams.remove(stream.matchId, stream.number)))
          throw new UsageError(`“${stream.name}”是数据来源给的，要由来源去掉。`)
        if (line) await recorder.revokePushKeys(line.id)
        await matches.recordings.update()
        print(`已去掉“${stream.name}”。`)
      }),
    )
}
