import { Command, InvalidArgumentError } from 'commander'
import type { ListReport, ListSettings, StoredList } from '../../domains/live/index.ts'
import { egressMessages } from '../../platform/egress/egress-messages.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { exitCodes, UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { parseNumber } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'
import { formatTime } from '../user-output.ts'
import { listProblems, parseTag } from '../channel-list-input.ts'

interface ListOptions {
  every?: number
  hideAfter?: number
  group?: string
  overseas?: { type: string; name: string }
  record?: boolean
  logos?: boolean
}

const defaults = { everyHours: 24, hideAfterRuns: 3 }
const listHelp = '列表的编号或网址，用 channels lists list 查'

/** `channels lists add|list|run|set|remove`: lists that are read again on a timetable. */
export function channelListsCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('lists')
    .description('按时间表重新读取的频道列表')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(runCommand(run, context))
    .addCommand(setCommand(run, context))
    .addCommand(removeCommand(run, context))
}

function parseHours(text: string): number {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 720) throw new InvalidArgumentError('')
  return Number(text)
}

const withListOptions = (command: Command): Command =>
  command
    .option('--every <小时>', `每隔多久读一次，0 为只用命令读，默认 ${defaults.everyHours}`, parseHours)
    .option(
      '--hide-after <次>',
      `连续几次没有的地址才去掉，全部没有的频道才隐藏，默认 ${defaults.hideAfterRuns}`,
      parseNumber,
    )
    .option('--group <名称>', '频道分组；不写则用列表里的')
    .option('--overseas <标签>', '海外频道的标签，例如 beimei:北美', parseTag)

const settingsOf = ({ group, overseas, record, logos }: ListOptions, before: ListSettings): ListSettings => ({
  ...before,
  ...(group === undefined ? {} : { group }),
  ...(overseas === undefined ? {} : { tag: overseas }),
  ...(record === undefined ? {} : { always: record }),
  ...(logos === undefined ? {} : { logos }),
})

function addCommand(run: StationRunner, { print }: CommandContext): Command {
  const command = new Command('add')
    .description('加一个列表，并且马上读一次')
    .argument('<网址>', 'M3U，或每行“名称,地址”的文本')
    .option('--record', '一直录制，可以回看；不写则有人看时才录')
    .option('--no-logos', '不取频道的图标')
    .option('--preview', '加入但先不读，只列出会改什么')
  return withListOptions(command).action((address: string, options: ListOptions & { preview?: boolean }) => {
    if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new UsageError(`不是网址：${address}`)
    return run(async ({ station, platform }) => {
      const { storedLists } = station.live
      const list = {
        address,
        everyMinutes: (options.every ?? defaults.everyHours) * 60,
        hideAfterRuns: options.hideAfter ?? defaults.hideAfterRuns,
        settings: settingsOf(options, { always: false, logos: true }),
      }
      const id = await storedLists.add(
        list,
        nowSec(platform.clock) + (options.preview === true ? list.everyMinutes * 60 : 0),
      )
      if (id === null) throw new UsageError('这个列表已经有了，用 channels lists set 改。')
      print(`已加入，编号 ${id}。`)
      const report = options.preview === true ? await storedLists.preview(id) : await storedLists.run(id)
      return printReport(print, report, options.preview === true)
    })
  })
}

/** @throws UsageError */
async function findList({ station }: OpenStation, text: string): Promise<StoredList> {
  const all = await station.live.storedLists.all()
  const found = all.find(({ id, address }) => String(id) === text || address === text)
  if (!found) throw new UsageError(`没有这个列表：${text}`)
  return found
}

const changeNames = { added: '新频道', hidden: '隐藏', shown: '重新显示', lines: '线路', fields: '字段' } as const

function problemText(problem: string): string {
  if (problem === 'empty') return '列表是空的'
  const ofList: Readonly<Record<string, string>> = listProblems
  const ofNetwork: Readonly<Record<string, string>> = egressMessages
  return ofList[problem] ?? ofNetwork[problem] ?? problem
}

function reportText({ problem, entries, faults, skipped, ...counts }: ListReport): string[] {
  if (problem !== '') return [`没有读成：${problemText(problem)}。什么也没有改。`]
  const { added, changed, hidden, shown, unchanged, vanished, missing } = counts
  return [
    `${entries} 个地址${faults > 0 ? `，${faults} 行读不懂` : ''}${skipped > 0 ? `，${skipped} 个不能录制` : ''}`,
    `新频道 ${added}，改动 ${changed}，隐藏 ${hidden}，重新显示 ${shown}，未变 ${unchanged}`,
    ...(vanished + missing > 0 ? [`列表不再有的地址：去掉 ${vanished} 个，再等等看 ${missing} 个`] : []),
  ]
}

function printReport(print: (line: string) => void, report: ListReport | null, isPreview: boolean): number {
  if (!report) return exitCodes.failed
  if (isPreview && report.problem === '') print('会这样改：')
  for (const line of reportText(report)) print(line)
  for (const { change, name } of report.examples) print(`  ${changeNames[change]}：${name}`)
  return report.problem === '' ? exitCodes.ok : exitCodes.failed
}

function listText({ id, address, everyMinutes, nextSec, ranSec, report }: StoredList): string[] {
  const when = everyMinutes === 0 ? '只用命令读' : `每 ${everyMinutes / 60} 小时，下次 ${formatTime(nextSec)}`
  const last = ranSec === null || !report ? ['还没有读过'] : [`上次 ${formatTime(ranSec)}`, ...reportText(report)]
  return [`${String(id).padEnd(6)}${address}`, `      ${when}`, ...last.map((line) => `      ${line}`)]
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出这些列表和上次读的结果')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station }) => {
        const all = await station.live.storedLists.all()
        if (all.length === 0 && !json) print('还没有列表。用 channels lists add <网址> 加一个。')
        for (const list of all) for (const line of json ? [JSON.stringify(list)] : listText(list)) print(line)
        return undefined
      }),
    )
}

function runCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('run')
    .description('现在就读一个列表；不写则读所有的')
    .argument('[列表]', listHelp)
    .option('--preview', '只列出会改什么')
    .action((text: string | undefined, { preview = false }: { preview?: boolean }) =>
      run(async (open) => {
        const { storedLists } = open.station.live
        const lists = text === undefined ? await storedLists.all() : [await findList(open, text)]
        if (lists.length === 0) throw new UsageError('还没有列表。用 channels lists add <网址> 加一个。')
        let worst: number = exitCodes.ok
        for (const { id, address } of lists) {
          if (lists.length > 1) print(address)
          const report = await (preview ? storedLists.preview(id) : storedLists.run(id))
          worst = Math.max(worst, printReport(print, report, preview))
        }
        return worst
      }),
    )
}

function setCommand(run: StationRunner, { print }: CommandContext): Command {
  const command = new Command('set')
    .description('改一个列表的时间表和设置')
    .argument('<列表>', listHelp)
    .option('--record', '一直录制，可以回看')
    .option('--no-record', '有人看时才录')
    .option('--logos', '取频道的图标')
    .option('--no-logos', '不取频道的图标')
  return withListOptions(command).action((text: string, options: ListOptions) =>
    run(async (open) => {
      const list = await findList(open, text)
      const everyMinutes = options.every === undefined ? list.everyMinutes : options.every * 60
      await open.station.live.storedLists.set(list.id, {
        everyMinutes,
        hideAfterRuns: options.hideAfter ?? list.hideAfterRuns,
        settings: settingsOf(options, list.settings),
        nextSec: (list.ranSec ?? nowSec(open.platform.clock)) + everyMinutes * 60,
      })
      print('已改，下次读取时生效。')
      return undefined
    }),
  )
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('不再读一个列表；它的频道留着')
    .argument('<列表>', listHelp)
    .action((text: string) =>
      run(async (open) => {
        await open.station.live.storedLists.remove((await findList(open, text)).id)
        print('已去掉，频道都留着。')
        return undefined
      }),
    )
}
