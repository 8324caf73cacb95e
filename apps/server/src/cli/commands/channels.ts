import {
  ChannelListError,
  noChannel,
  readChannelList,
  type ChannelEntry,
  type ChannelListProblem,
} from '@yunmu/formats'
import type { Line } from '@yunmu/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { BookChannel, ListWish } from '../../domains/live/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { EgressError } from '../../platform/egress/egress.ts'
import { egressMessages } from '../../platform/egress/egress-messages.ts'
import { atStation, type AtStation } from '../at-station.ts'
import { WrongUse, type CommandContext, type OpenStation } from '../command-context.ts'
import { readGiven } from '../from-operator.ts'

/** The address of a line that somebody pushes to us. */
const pushed = 'push:'

/** What a list may weigh, and how long its server may take. */
const listLimits = { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000 }

/** What the operator reads when a list cannot be taken. */
const listProblems: Record<ChannelListProblem, string> = {
  size: '这份列表太大了。',
  stream: '这是一个频道的播放地址，不是频道列表。请用 channels add 加入它。',
  foreign: '这不是频道列表：要 M3U，或每行“名称,地址”的文本。',
}

/** `channels import|add|push|list|remove`: television. */
export function channelsCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = atStation(context, onCode)
  return new Command('channels')
    .description('电视频道')
    .addCommand(importCommand(run, context))
    .addCommand(addCommand(run, context))
    .addCommand(pushCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
}

/** `beimei:北美` is the tag of overseas channels. */
function tagOf(text: string): { type: string; name: string } {
  const [, type, name] = /^([a-z]{2,20})[:：](.{1,20})$/.exec(text.trim()) ?? []
  if (type === undefined || name === undefined || type === 'tv' || type === 'us') throw new InvalidArgumentError('')
  return { type, name }
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

interface WishOptions {
  group?: string
  overseas?: { type: string; name: string }
  record?: boolean
  replace?: boolean
}

const wishOf = ({ group, overseas, record, replace }: WishOptions): ListWish => ({
  ...(group === undefined ? {} : { group }),
  ...(overseas === undefined ? {} : { tag: overseas }),
  always: record === true,
  replace: replace === true,
})

const withWishes = (command: Command): Command =>
  command
    .option('--group <名称>', '频道分组；不写则用列表里的')
    .option('--overseas <标签>', '海外频道的标签，例如 beimei:北美', tagOf)
    .option('--record', '一直录制，可以回看；不写则有人看时才录')

async function readList(context: CommandContext, given: string, { platform }: OpenStation): Promise<Uint8Array> {
  if (/^https?:\/\//i.test(given)) {
    try {
      const reply = await platform.egress.get(given, listLimits)
      if (reply.status !== 200) throw new WrongUse(`对方的回答是 ${reply.status}：${given}`)
      return await reply.bytes()
    } catch (err) {
      if (err instanceof EgressError)
        throw new WrongUse(`取不到 ${given}：${egressMessages[err.reason]}。`, { cause: err })
      throw err
    }
  }
  return readGiven(context, given)
}

function entriesOf(bytes: Uint8Array): ReturnType<typeof readChannelList> {
  try {
    return readChannelList(bytes)
  } catch (err) {
    if (err instanceof ChannelListError) throw new WrongUse(listProblems[err.problem], { cause: err })
    throw err
  }
}

function importCommand(run: AtStation, context: CommandContext): Command {
  const { say, hint } = context
  const command = new Command('import')
    .description('导入频道列表（M3U 或“名称,地址”的文本，网址或文件）；同名的频道合成一个，有几个地址就有几条线路')
    .argument('<来源>', '网址或文件')
    .option('--replace', '列表里没有的旧地址都去掉')
    .option('--no-logos', '不取频道的图标')
  return withWishes(command).action((given: string, options: WishOptions & { logos: boolean }) =>
    run(async (open) => {
      const { entries, faults, guides } = entriesOf(await readList(context, given, open))
      say(`读到 ${entries.length} 个地址${faults > 0 ? `，${faults} 行读不懂` : ''}`)
      const onSaved = (done: number, total: number): void => hint(`已存 ${done}/${total} 个频道`)
      const onLogo = (done: number, total: number): void => {
        if (done % 50 === 0 || done === total) hint(`已取 ${done}/${total} 个图标`)
      }
      const wish = { ...wishOf(options), trusted: false, logos: options.logos, onSaved, onLogo }
      const { added, merged, lines, logos, skipped } = await open.station.live.importList(entries, wish)
      if (skipped > 0) say(`${skipped} 个地址不能录制，或者只能用 channels add 加入，已略过`)
      const withLogos = logos > 0 ? `，新图标 ${logos} 个` : ''
      say(`完成：新频道 ${added} 个，已有的频道 ${merged} 个，共 ${lines} 条线路${withLogos}。`)
      for (const guide of guides) say(`列表附有节目单，可以导入：npm run yunmu -- guide import ${guide}`)
    }),
  )
}

function addCommand(run: AtStation, { say }: CommandContext): Command {
  const command = new Command('add')
    .description('加入一个频道；给几个地址就有几条线路')
    .argument('<名称>')
    .argument('<地址...>', 'http、rtmp、srt、udp 的地址，file: 的影片，或 push:（自己推流）')
    .option('--number <频道号>', '频道号，不写则用下一个空号', numberOf)
  return withWishes(command).action(
    (name: string, addresses: string[], { number = 0, ...options }: WishOptions & { number?: number }) =>
      run(async ({ station }) => {
        const wrong = addresses.find((address) => station.recorder.sourceKindOf(address) === null)
        if (wrong !== undefined) throw new WrongUse(`不是能录制的地址：${wrong}`)
        if (name.trim() === '') throw new WrongUse('频道要有名称。')
        const entries = addresses.map((url): ChannelEntry => ({ ...noChannel, name: name.trim(), url, number }))
        const { added } = await station.live.importList(entries, { ...wishOf(options), trusted: true, logos: false })
        say(added > 0 ? `已加入频道“${name}”。` : `频道“${name}”已经在了，地址已经并入。`)
        if (addresses.includes(pushed)) say('推流地址用 channels push <编号> 查看。')
      }),
  )
}

const daySec = 24 * 3600

function daysOf(text: string): number {
  const days = numberOf(text)
  if (days > 3660) throw new InvalidArgumentError('')
  return days
}

function pushCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('push')
    .description('说出一个频道的推流地址和密钥；每次都是新的，以前的到期或作废前也有效')
    .argument('<编号>')
    .option('--days <天数>', '密钥在多少天内有效，默认 365', daysOf)
    .option('--end', '以前的密钥全部作废，正在推流的也断开')
    .action((text: string, { days = 365, end = false }: { days?: number; end?: boolean }) =>
      run(async ({ station, platform }) => {
        const channel = (await station.live.lineup()).byId.get(Number(text))
        if (!channel) throw new WrongUse(`没有编号为“${text}”的频道。`)
        const sources = await station.live.sources(channel.streams.map(({ id }) => id))
        const lines = channel.streams.filter(({ id }) => sources.get(id)?.some(({ address }) => address === pushed))
        if (lines.length === 0) throw new WrongUse(`频道“${channel.name}”没有等人推流的线路。`)
        for (const { id, name } of lines) {
          if (end) {
            await station.recorder.revokePushKeys(id)
            say(`${name}  以前的推流密钥都已作废`)
            continue
          }
          const address = await station.recorder.pushAddress(id, nowSec(platform.clock) + days * daySec)
          say(`${name}  服务器 ${address.server}  串流密钥 ${address.name}`)
        }
      }),
    )
}

const stateNames = { good: '正常', weak: '不稳', down: '停播' } as const

function listCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('list')
    .description('列出所有频道和它们的线路')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station, platform }) => {
        const { channels } = await station.live.lineup()
        if (channels.length === 0 && !json) say('还没有频道。')
        for (const channel of channels) {
          const states = await station.live.health.linesOf(channel, platform.clock.nowMs())
          const lines = states.map((line, at) => ({ ...line, catchupDays: channel.streams[at]?.catchupDays ?? 0 }))
          const { id, number, name, group, types } = channel
          if (json) say(JSON.stringify({ id, number, name, group, types, lines }))
          else say(`${channelWords(channel)}  ${lines.map(lineWords).join('，')}`)
        }
      }),
    )
}

const lineWords = ({ name, state, catchupDays }: Line & { catchupDays: number }): string =>
  `${name} ${stateNames[state]}${catchupDays > 0 ? `（对方有 ${catchupDays} 天回看）` : ''}`

const channelWords = ({ id, number, name, group }: BookChannel): string =>
  `${String(id).padEnd(6)}${number === 0 ? '' : `${number} 频道 `}${name}（${group}）`

interface RemoveOptions {
  group?: string
}

function removeCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('remove')
    .description('去掉频道，连同它们的录像和节目单')
    .argument('[编号...]')
    .option('--group <名称>', '去掉整个分组')
    .action((texts: string[], { group }: RemoveOptions) =>
      run(async ({ station }) => {
        const { channels } = await station.live.lineup()
        const ids = channels
          .filter((channel) => (group === undefined ? texts.includes(String(channel.id)) : channel.group === group))
          .map(({ id }) => id)
        const unknown = texts.find((text) => !channels.some(({ id }) => String(id) === text))
        if (unknown !== undefined) throw new WrongUse(`没有编号为“${unknown}”的频道。`)
        if (ids.length === 0) throw new WrongUse(group === undefined ? '要写频道的编号。' : `没有“${group}”这个分组。`)
        say(`已去掉 ${await station.live.remove(ids)} 个频道。`)
      }),
    )
}
