import { Command } from 'commander'
import {
  channelFields,
  channelFieldNames,
  channelFieldsOfColumns,
  channelValueText,
  parseChannelField,
  parseChannelValue,
  settableFields,
  type ChannelField,
  type FoundChannel,
  type ShownChannel,
  type ShownLine,
} from '../../domains/live/index.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { commandLineActor, correctedOrThrow, printCorrected, undoHint } from '../correction-output.ts'
import { parseId, parseNumber, readOperatorFile } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'
import { formatTime } from '../user-output.ts'

const channelHelp = '频道编号，用 channels find 查'
const labelsOf = (fields: readonly ChannelField[]): string =>
  fields.map((field) => channelFields[field].label).join('、')
const parseChannelId = (text: string): number => parseId(text, '频道')

/** `channels find|show|set|disable|enable|renumber|lock|unlock`: corrections of channels. */
export const channelCorrectionCommands = (run: StationRunner, context: CommandContext): Command[] => [
  findCommand(run, context),
  showCommand(run, context),
  setCommand(run, context),
  visibleCommand(run, context, false),
  visibleCommand(run, context, true),
  renumberCommand(run, context),
  lockCommand(run, context, true),
  lockCommand(run, context, false),
]

const channelLine = ({ id, number, name, group, hidden }: FoundChannel): string =>
  `${String(id).padEnd(8)}${number > 0 ? `${number} ` : ''}${name}（${group}）${hidden ? '  已停用' : ''}`

function findCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('find')
    .description('按名称、别名的一部分，或编号、频道号查找，停用的也在内')
    .argument('[名称]', '不写则列出所有的')
    .option('--hidden', '只要停用的')
    .option('--limit <数量>', '最多列多少，默认 20', parseNumber)
    .action((text: string | undefined, { hidden, limit = 20 }: { hidden?: true; limit?: number }) =>
      run(async ({ station }) => {
        const query = { text: text?.trim() ?? '', only: hidden && ('hidden' as const), limit: limit + 1 }
        const found = await station.live.find(query)
        if (found.length === 0) print('没有找到频道。')
        for (const channel of found.slice(0, limit)) print(channelLine(channel))
        if (found.length > limit) print(`只列了前 ${limit} 个，写得更具体些，或用 --limit。`)
        return undefined
      }),
    )
}

function showCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('show')
    .description('显示一个频道的所有字段、线路和每个地址最近一次的探测')
    .argument('<频道>', channelHelp)
    .action((text: string) => {
      const id = parseChannelId(text)
      return run(async ({ station }) => {
        const channel = await station.live.show(id)
        for (const line of shownText(correctedOrThrow<ShownChannel>(channel ?? 'NoSuchChannel'))) print(line)
        return undefined
      })
    })
}

const probeStates = { good: '正常', slow: '慢', dead: '失效' } as const

function sourceText({ address, probe }: ShownLine['sources'][number]): string {
  if (!probe) return `    ${address}  没有探测过`
  const { state, height, codec, startMs, reason, fails, checkedSec } = probe
  const details = [
    ...(height > 0 ? [`${height}p`] : []),
    ...(codec === '' ? [] : [codec]),
    ...(state === 'dead' ? [`连续 ${fails} 次，${reason}`] : [`${(startMs / 1000).toFixed(1)} 秒出画面`]),
    formatTime(checkedSec),
  ]
  return `    ${address}  ${probeStates[state]}（${details.join('，')}）`
}

function shownText(channel: ShownChannel): string[] {
  const locked = new Set(channelFieldsOfColumns(channel.lockedFields))
  const fields = settableFields.map(
    (field) =>
      `${channelFields[field].label}：${channelValueText(field, channel.columns)}${locked.has(field) ? '（已锁定）' : ''}`,
  )
  const lines = channel.lines.flatMap(({ line, name, disabled, sources, kind }) => [
    `线路 ${line}：${name}${kind === 'linear' ? '  本站节目' : ''}${disabled ? '  已停用' : ''}`,
    ...sources.map(sourceText),
  ])
  return [channelLine(channel), ...fields, ...lines, ...(locked.has('lines') ? ['线路已锁定，列表不再改动。'] : [])]
}

/** A logo out of a file or an address; empty takes it away. @throws UsageError */
async function readLogo(context: CommandContext, { station }: OpenStation, value: string): Promise<string> {
  const text = value.trim()
  if (text === '') return ''
  const from = /^https?:\/\//i.test(text) ? text : await readOperatorFile(context, text)
  const logo = await station.live.storeLogo(from)
  if (logo === null) throw new UsageError(`取不到这张图片，或者它不是图片：${text}`)
  return logo
}

function setCommand(run: StationRunner, context: CommandContext): Command {
  const { print } = context
  return new Command('set')
    .description(`改一个频道的字段，改过的自动锁定，列表不再覆盖；字段有 ${labelsOf(settableFields)}`)
    .argument('<频道>', channelHelp)
    .argument('<字段=值...>', '如 名称=北岸卫视 频道号=12 别名=北岸台、BATV 图标=logo.png 会员=是')
    .option('--no-lock', '不锁定')
    .action((text: string, texts: string[], { lock }: { lock: boolean }) => {
      const id = parseChannelId(text)
      const given = texts.map(parseAssignment)
      return run(async (open) => {
        const columns: Record<string, unknown> = {}
        for (const { field, value } of given)
          Object.assign(
            columns,
            field === 'logo' ? { logo: await readLogo(context, open, value) } : valueOf(field, value),
          )
        const fields = given.map(({ field }) => field)
        const { corrections } = open.station.live
        const done = correctedOrThrow(await corrections.set(commandLineActor, id, columns, lock ? fields : []))
        const before = done.before.channel[id] ?? {}
        for (const field of fields)
          print(
            `${channelFields[field].label}：${channelValueText(field, before)} → ${channelValueText(field, columns)}`,
          )
        if (lock) print('改过的字段已锁定，列表不再覆盖；解锁用 channels unlock。')
        print(undoHint(done))
        return undefined
      })
    })
}

/** @throws UsageError */
function parseAssignment(text: string): { field: ChannelField; value: string } {
  const [, name, value] = /^([^=＝]+)[=＝](.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) throw new UsageError(`看不懂“${text}”，要写成 字段=值，如 频道号=12。`)
  const field = parseChannelField(name)
  if (field === 'lines') throw new UsageError('线路用 channels line 改。')
  if (!field) throw new UsageError(`没有“${name.trim()}”这个字段：可用 ${labelsOf(settableFields)}。`)
  return { field, value }
}

/** @throws UsageError */
function valueOf(field: ChannelField, value: string): Record<string, unknown> {
  const row = parseChannelValue(field, value)
  if (row) return row
  const { kind, max, label } = channelFields[field]
  const help = kind === 'number' ? `要写 0 到 ${max} 的数字` : kind === 'flag' ? '要写 是 或 否' : `最多 ${max} 个字`
  throw new UsageError(`“${value}”不能用作${label}，${help}。`)
}

function visibleCommand(run: StationRunner, { print }: CommandContext, shown: boolean): Command {
  return new Command(shown ? 'enable' : 'disable')
    .description(shown ? '重新启用频道' : '停用频道：从所有页面隐藏，不再录制；录像、节目单和线路都留着')
    .argument('<频道...>', channelHelp)
    .action((texts: string[]) => {
      const ids = [...new Set(texts.map(parseChannelId))]
      return run(async ({ station }) =>
        printCorrected(print, await station.live.corrections.show(commandLineActor, ids, shown), () =>
          shown ? `已启用 ${ids.length} 个频道。` : `已停用 ${ids.length} 个频道，列表不会再启用它。`,
        ),
      )
    })
}

function renumberCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('renumber')
    .description('改频道号，可以一次改几个，互换也行')
    .argument('<编号=频道号...>', '如 14=5 15=8')
    .action((texts: string[]) => {
      const numbers = new Map(texts.map(parseRenumbering))
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.live.corrections.renumber(commandLineActor, numbers),
          () => `已改 ${numbers.size} 个频道的频道号，列表不再覆盖。`,
        ),
      )
    })
}

/** @throws UsageError */
function parseRenumbering(text: string): [number, number] {
  const [, id, number] = /^(\d{1,10})[=＝](\d{1,5})$/.exec(text.trim()) ?? []
  if (id === undefined || number === undefined) throw new UsageError(`看不懂“${text}”，要写成 编号=频道号，如 14=5。`)
  return [parseChannelId(id), Number(number)]
}

function lockCommand(run: StationRunner, { print }: CommandContext, locked: boolean): Command {
  return new Command(locked ? 'lock' : 'unlock')
    .description(locked ? '锁定字段，列表不再覆盖' : '解锁字段，列表可以再写')
    .argument('<频道>', channelHelp)
    .argument('<字段...>', labelsOf(channelFieldNames))
    .action((text: string, names: string[]) => {
      const id = parseChannelId(text)
      const fields = names.map((name) => {
        const field = parseChannelField(name)
        if (!field) throw new UsageError(`没有“${name}”这个字段：可用 ${labelsOf(channelFieldNames)}。`)
        return field
      })
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.live.corrections.lock(commandLineActor, id, fields, locked),
          () => `${labelsOf(fields)}已${locked ? '锁定' : '解锁'}。`,
        ),
      )
    })
}
