import { Command, InvalidArgumentError } from 'commander'
import type { Guide, SourceRow } from '../../domains/guide/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { createGuideReport } from '../guide-report.ts'
import { reportOptionsFor } from '../import-report.ts'
import { formatTime } from '../user-output.ts'
import { addCommand, entriesCommand, moveCommand, removeEntry, restoreCommand } from './guide-entries.ts'

/** `guide import|list|set|remove` for the sources of the programme guide, `add|move|remove|entries|restore` for its entries. */
export function guideCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('guide')
    .description('节目单')
    .addCommand(importCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(setCommand(run, context))
    .addCommand(addCommand(run, context))
    .addCommand(moveCommand(run, context))
    .addCommand(removeCommand(run, context))
    .addCommand(entriesCommand(run, context))
    .addCommand(restoreCommand(run, context))
}

interface SourceOptions {
  every?: number
  shift?: number
  zone?: number
  first?: boolean
}

const parseInteger =
  (from: number, to: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^[+-]?\d{1,6}$/.test(text) || value < from || value > to) throw new InvalidArgumentError('')
    return value
  }

/** Leaves a URL unchanged and makes a file path absolute. */
const sourceAddress = ({ pathOf }: CommandContext, source: string): string =>
  /^https?:\/\//i.test(source) ? source : pathOf(source)

const sourceSettings = ({ every, shift, zone, first }: SourceOptions) => ({
  ...(every === undefined ? {} : { everyMinutes: every * 60 }),
  ...(shift === undefined ? {} : { shiftMinutes: shift }),
  ...(zone === undefined ? {} : { zoneMinutes: zone }),
  ...(first === true ? { position: 0 } : {}),
})

function importCommand(run: StationRunner, context: CommandContext): Command {
  const { signal, terminal } = context
  return new Command('import')
    .description('导入 XMLTV 节目单（网址或文件，可为 .gz、.xz），以后按时再来；不写来源则导入所有已有的来源')
    .argument('[来源]', '网址或文件')
    .option('--every <小时>', '每隔多久自动再导入，0 为只用命令导入，默认 12', parseInteger(0, 24 * 30))
    .option('--shift <分钟>', '整个来源的时间都加上这么多，可为负', parseInteger(-1440, 1440))
    .option('--zone <分钟>', '没写时区的时间按东几区算，默认 480（北京时间）', parseInteger(-720, 840))
    .option('--first', '与别的来源都有某个频道时，以它为准')
    .option('--again', '文件和上次一样也再导入一遍')
    .option('--json', '每行输出一个 JSON 对象，供程序读取')
    .action((source: string | undefined, options: SourceOptions & { again?: boolean; json?: boolean }) =>
      run(async ({ platform, station: { guide } }) => {
        const sources =
          source === undefined
            ? await guide.sources.list()
            : [
                await guide.sources.save(
                  sourceAddress(context, source),
                  sourceSettings(options),
                  nowSec(platform.clock),
                ),
              ]
        if (sources.length === 0) throw new UsageError('还没有来源。请写上网址或文件。')
        const report = createGuideReport(reportOptionsFor(terminal, options.json === true))
        return importAll(guide, sources, { signal, report, again: options.again === true })
      }),
    )
}

async function importAll(
  guide: Guide,
  sources: readonly SourceRow[],
  options: Parameters<Guide['importSources']>[1],
): Promise<number> {
  try {
    const results = await guide.importSources(sources, options)
    if (results === 'busy') throw new StartRefusal('另一个节目单正在导入。请等它结束后再运行。')
    return results.includes('failed') ? exitCodes.failed : exitCodes.ok
  } catch (err) {
    if (options.signal.aborted) return exitCodes.interrupted
    throw err
  }
}

function sourceText(source: SourceRow): string {
  const { address, every_minutes, shift_minutes, channels, programmes, imported_sec, next_sec, problem } = source
  const state =
    problem !== '' ? `✗ ${problem}` : imported_sec === 0 ? '还没有导入过' : `${channels} 个频道，${programmes} 个节目`
  const when = [
    ...(imported_sec > 0 ? [`上次导入 ${formatTime(imported_sec)}`] : []),
    every_minutes > 0 ? `下次 ${formatTime(next_sec)}，每 ${every_minutes / 60} 小时` : '只用命令导入',
    ...(shift_minutes === 0 ? [] : [`时间加 ${shift_minutes} 分钟`]),
  ]
  return `${address}\n  ${state}\n  ${when.join('，')}`
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出节目单的来源，先列的优先')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station: { guide } }) => {
        const sources = await guide.sources.list()
        if (sources.length === 0 && !json) print('还没有来源。用 guide import <网址或文件> 加一个。')
        for (const source of sources) print(json ? JSON.stringify(source) : sourceText(source))
      }),
    )
}

function setCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('set')
    .description('设置一个频道在一个来源里叫什么、时间差多少，下次导入时生效')
    .argument('<来源>', '网址或文件')
    .argument('<频道>', '频道的编号')
    .option('--as <编号>', '它在来源里的频道编号（XMLTV 的 channel id）；空字符串为自动对应', '')
    .option('--shift <分钟>', '这个频道的时间再加上这么多，可为负', parseInteger(-1440, 1440), 0)
    .action((name: string, channel: string, options: { as: string; shift: number }) =>
      run(async ({ station: { guide, subjects } }) => {
        const source = await findSource(context, guide, name)
        const channelId = /^\d{1,9}$/.test(channel) ? Number(channel) : 0
        const known = (await subjects.findVisible('live', [channelId])).get(channelId)
        if (!known) throw new UsageError(`没有编号为“${channel}”的频道。`)
        const settings = { channelId, shiftMinutes: options.shift, sourceChannelId: options.as }
        await guide.sources.setChannel(source.id, settings)
        context.print(`“${known.name}”已设置，下次导入时生效。`)
      }),
    )
}

function removeCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('remove')
    .description('去掉一个来源，它带来的节目留着；或去掉一个节目')
    .argument('<来源或编号>', '网址或文件，或节目的编号')
    .action((name: string) =>
      run(async ({ station: { guide } }) => {
        // A file of digits only is named with its folder: ./7
        if (/^\d+$/.test(name)) {
          await removeEntry(guide, name, context)
          return undefined
        }
        await guide.sources.remove((await findSource(context, guide, name)).address)
        context.print('已去掉。')
        return undefined
      }),
    )
}

async function findSource(context: CommandContext, guide: Guide, name: string): Promise<SourceRow> {
  const source = await guide.sources.find(sourceAddress(context, name))
  if (!source) throw new UsageError(`没有这个来源：${name}`)
  return source
}
