import { isCalendarDay } from '@yunmu/contract'
import { chinaDay, clockOf, daySpan } from '@yunmu/contract/china-time'
import { Command, InvalidArgumentError } from 'commander'
import type { Displaced, EntryOrigin, EntryRefusal, Guide, GuideEntry } from '../../domains/guide/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { parseEndTime, parseStartTime } from '../entry-times.ts'
import { parseId } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'

/** Messages for refused entries. */
const refusalMessages: Readonly<Record<Exclude<EntryRefusal['reason'], 'Overlaps'>, string>> = {
  NameInvalid: '节目名要 1 到 100 个字，写在一行里。',
  TextInvalid: '副题最多 200 个字，分类最多 40 个字，都写在一行里；简介最多 2000 个字。',
  EndsBeforeStart: '结束的时间要在开始之后。',
  TooLong: '一个节目最长 24 小时。',
  TooOld: '节目单只存 45 天，这个时间太早了。',
  TooFar: '节目单最多排到 60 天以后，这个时间太远了。',
  NoSuchChannel: '没有这个频道。用 channels list 看频道的编号。',
}

const timeHelp = '如 "2026-12-01 20:00"，只写 20:00 为今天（北京时间）'
const endHelp = '如 "2026-12-01 21:30"，只写 21:30 为开始以后的第一个 21:30'
const originNames: Readonly<Record<EntryOrigin, string>> = {
  hand: '手工',
  schedule: '排播',
  import: '导入',
  removed: '已去掉',
}

/** E.g. `2026-12-01 20:00–21:30`; the end has its day if it is another one. */
function spanText({ startSec, endSec }: Pick<GuideEntry, 'startSec' | 'endSec'>): string {
  const [startDay, endDay] = [chinaDay(startSec), chinaDay(endSec)]
  return `${startDay} ${clockOf(startSec)}–${startDay === endDay ? '' : `${endDay} `}${clockOf(endSec)}`
}

const displacedText = ({ removed, cut }: Displaced): string =>
  [...(removed > 0 ? [`盖住 ${removed} 个节目`] : []), ...(cut > 0 ? [`剪短 ${cut} 个`] : [])].join('，')

const sentence = (...parts: string[]): string => `${parts.filter((part) => part !== '').join('，')}。`

function refusalMessage(refusal: EntryRefusal): string {
  if (refusal.reason !== 'Overlaps') return refusalMessages[refusal.reason]
  const { id, name } = refusal.other
  return `和手工加的“${name}”（编号 ${id}，${spanText(refusal.other)}）重叠。先移开或去掉它。`
}

/** What an edit returned, if it was done. @throws UsageError, StartRefusal */
function doneOrThrow<Done extends object | number>(result: Done | EntryRefusal | 'NoSuchEntry' | 'busy'): Done {
  if (result === 'busy') throw new StartRefusal('节目单正在导入。请等它结束后再运行。')
  if (result === 'NoSuchEntry') throw new UsageError('没有这个编号的节目。用 guide entries <频道> 看编号。')
  if (isRefusal(result)) throw new UsageError(refusalMessage(result))
  return result
}

const isRefusal = <Done>(result: Done | EntryRefusal): result is EntryRefusal =>
  result instanceof Object && 'reason' in result

function parseMinutes(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('')
  return Number(text)
}

function parseDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('')
  return text
}

/** @throws UsageError */
async function findChannel(guide: Guide, text: string): Promise<{ id: number; name: string }> {
  const id = parseId(text, '频道')
  const name = await guide.entries.channelName(id)
  if (name === null) throw new UsageError(`没有编号为“${text}”的频道。用 channels list 看频道的编号。`)
  return { id, name }
}

interface TimeOptions {
  from: string
  to?: string
  minutes?: number
}

/** Start and end in Unix seconds; the end is undefined if neither it nor a length is given. @throws UsageError */
function parseTimes({ from, to, minutes }: TimeOptions, now: number): { startSec: number; endSec: number | undefined } {
  if (to !== undefined && minutes !== undefined) throw new UsageError('--to 和 --minutes 写一个就够了。')
  const startSec = parseStartTime(from, now)
  if (startSec === null) throw new UsageError(`看不懂时间“${from}”，要写成 ${timeHelp}。`)
  if (to === undefined) return { startSec, endSec: minutes === undefined ? undefined : startSec + minutes * 60 }
  const endSec = parseEndTime(to, startSec)
  if (endSec === null) throw new UsageError(`看不懂时间“${to}”，要写成 ${endHelp}。`)
  return { startSec, endSec }
}

interface EntryOptions extends TimeOptions {
  sub?: string
  intro?: string
  category?: string
}

export function addCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('add')
    .description('手工加一个节目；它的时间以它为准，导入不会改它')
    .argument('<频道>', '频道的编号')
    .argument('<节目名>')
    .requiredOption('--from <时间>', `开始，${timeHelp}`)
    .option('--to <时间>', `结束，${endHelp}`)
    .option('--minutes <分钟>', '不写结束，写有多长', parseMinutes)
    .option('--sub <副题>', '节目名下面的一行，如 第 3 集')
    .option('--intro <简介>', '节目的介绍')
    .option('--category <分类>', '如 新闻')
    .action((channelText: string, name: string, options: EntryOptions) =>
      run(async ({ platform, station: { guide } }) => {
        const channel = await findChannel(guide, channelText)
        const { startSec, endSec } = parseTimes(options, nowSec(platform.clock))
        if (endSec === undefined) throw new UsageError('要用 --to 写什么时候结束，或用 --minutes 写有多长。')
        const { sub = '', intro = '', category = '' } = options
        const entry = { channelId: channel.id, startSec, endSec, name, sub, intro, category }
        const { id, displaced } = doneOrThrow(await guide.entries.add(entry))
        print(
          sentence(`“${channel.name}” ${spanText(entry)} “${name.trim()}”已加好，编号 ${id}`, displacedText(displaced)),
        )
      }),
    )
}

export function moveCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('move')
    .description('把一个节目移到别的时间或频道；以后算手工加的，导入不会改它')
    .argument('<编号>', '节目的编号')
    .requiredOption('--from <时间>', `新的开始，${timeHelp}`)
    .option('--to <时间>', `新的结束，${endHelp}；不写则和原来一样长`)
    .option('--minutes <分钟>', '不写结束，写有多长', parseMinutes)
    .option('--channel <频道>', '移到这个频道，写它的编号')
    .action((text: string, { channel: channelText, ...times }: TimeOptions & { channel?: string }) =>
      run(async ({ platform, station: { guide } }) => {
        const id = parseId(text, '节目')
        const channel = channelText === undefined ? null : await findChannel(guide, channelText)
        const span = parseTimes(times, nowSec(platform.clock))
        const to = { ...span, ...(channel && { channelId: channel.id }) }
        const { entry, displaced } = doneOrThrow(await guide.entries.move(id, to))
        const channelName = await guide.entries.channelName(entry.channelId)
        print(sentence(`“${entry.name}”移到了“${channelName}” ${spanText(entry)}`, displacedText(displaced)))
      }),
    )
}

/** What happens after the removal of an entry. */
const afterRemoval: Readonly<Record<EntryOrigin, string>> = {
  hand: '空出的时间，下次导入或重新排播时补上',
  schedule: '重新排播也不会带回它；guide restore 让它回来',
  import: '导入不会再带回它；guide restore 让它回来',
  removed: '',
}

/** Removes an entry by its id. */
export async function removeEntry(guide: Guide, text: string, { print }: CommandContext): Promise<void> {
  const entry = doneOrThrow(await guide.entries.remove(parseId(text, '节目')))
  print(sentence(`已去掉 ${spanText(entry)} “${entry.name}”`, afterRemoval[entry.origin]))
}

function entryText({ id, name, origin, ...span }: GuideEntry): string {
  return `${(id === 0 ? '' : String(id)).padEnd(9)}${spanText(span)}  ${originNames[origin]}  ${name}`
}

interface ListOptions {
  day?: string
  json?: boolean
}

export function entriesCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('entries')
    .description('列出一个频道一天的节目和编号；不写频道则列出所有手工加的、移动的和去掉的')
    .argument('[频道]', '频道的编号')
    .option('--day <日期>', '如 2026-12-01；默认今天', parseDay)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action((channelText: string | undefined, { day, json = false }: ListOptions) =>
      run(async ({ platform, station: { guide } }) => {
        if (channelText === undefined) {
          if (day !== undefined) throw new UsageError('写了 --day 也要写频道。')
          const entries = await guide.entries.byHand()
          if (entries.length === 0 && !json) print('没有手工改过还没播完的节目。')
          for (const entry of entries) {
            const channelName = await guide.entries.channelName(entry.channelId)
            print(json ? JSON.stringify(entry) : `${entryText(entry)}  ${channelName}（${entry.channelId}）`)
          }
          return
        }
        const channel = await findChannel(guide, channelText)
        const { fromSec, toSec } = daySpan(day ?? chinaDay(nowSec(platform.clock)))
        const entries = await guide.entries.ofChannel(channel.id, { startSec: fromSec, endSec: toSec })
        if (entries.length === 0 && !json) print(`“${channel.name}”这一天没有节目。`)
        for (const entry of entries) print(json ? JSON.stringify(entry) : entryText(entry))
      }),
    )
}

export function restoreCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('restore')
    .description('让一个频道一天里去掉的和移走的节目，在下次导入或重新排播时回来')
    .argument('<频道>', '频道的编号')
    .option('--day <日期>', '如 2026-12-01；默认今天', parseDay)
    .action((channelText: string, { day }: Pick<ListOptions, 'day'>) =>
      run(async ({ platform, station: { guide } }) => {
        const channel = await findChannel(guide, channelText)
        const { fromSec, toSec } = daySpan(day ?? chinaDay(nowSec(platform.clock)))
        const count = doneOrThrow(await guide.entries.restore(channel.id, { startSec: fromSec, endSec: toSec }))
        if (count === 0) throw new UsageError(`“${channel.name}”这一天没有去掉过节目。`)
        print(`${count} 个节目在下次导入或重新排播时回来。`)
      }),
    )
}
