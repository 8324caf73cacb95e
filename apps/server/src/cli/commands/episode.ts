import { Command } from 'commander'
import type { EpisodeFields, EpisodePlace } from '../../domains/catalog/index.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, parseLine, printCorrected } from '../correction-output.ts'
import { parseId } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

const fieldsHelp = '名称、会员（是或否）、片头（秒）、片尾（秒）'

/** `episode set|move|delete`: corrections of episodes. */
export function episodeCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('episode')
    .description('剧集：改字段、移动、删除；每一步都能在 30 天内撤销')
    .addCommand(setCommand(run, context))
    .addCommand(moveCommand(run, context))
    .addCommand(deleteCommand(run, context))
}

/** @throws UsageError */
function parseLevel(text: string): number {
  const [, level = ''] = /^第?(\d{1,5})[集期话]?$/.exec(text.trim()) ?? []
  if (level === '' || Number(level) === 0) throw new UsageError(`看不懂“${text}”，第几集要写数字，从 1 开始。`)
  return Number(level)
}

/** @throws UsageError */
const parsePlace = (title: string, source: string, level: string): EpisodePlace => ({
  titleId: parseId(title, '影片'),
  source: parseLine(source, '线路', 60),
  level: parseLevel(level),
})

const placeText = ({ titleId, source, level }: EpisodePlace): string => `影片 ${titleId} 的“${source}”第 ${level} 集`

const withPlace = (command: Command): Command =>
  command.argument('<影片>', '影片编号').argument('<线路>', '线路的名字').argument('<集>', '第几集')

const maxSec = 36_000

/** @throws UsageError */
function parseFields(texts: readonly string[]): EpisodeFields {
  const fields: EpisodeFields = {}
  for (const text of texts) {
    const [, name = '', value = ''] = /^([^=＝]+)[=＝](.*)$/s.exec(text) ?? []
    if (name === '') throw new UsageError(`看不懂“${text}”，要写成 字段=值，如 名称=第3集。`)
    const field = name.trim()
    if (field === '名称' || field === 'name') fields.name = parseLine(value, '名称', 100)
    else if (field === '会员' || field === 'vip') {
      if (value !== '是' && value !== '否') throw new UsageError('会员要写 是 或 否。')
      fields.vip = value === '是'
    } else if (field === '片头' || field === '片尾') {
      if (!/^\d{1,5}$/.test(value) || Number(value) > maxSec) throw new UsageError(`${field}要写秒数，0 到 ${maxSec}。`)
      if (field === '片头') fields.introSec = Number(value)
      else fields.outroSec = Number(value)
    } else throw new UsageError(`没有“${field}”这个字段：可用 ${fieldsHelp}。`)
  }
  return fields
}

function setCommand(run: StationRunner, { print }: CommandContext): Command {
  return withPlace(new Command('set'))
    .description(`改一集的字段，改过的自动锁定：${fieldsHelp}`)
    .argument('<字段=值...>')
    .option('--no-lock', '不锁定')
    .action((title: string, source: string, level: string, texts: string[], { lock }: { lock: boolean }) => {
      const at = parsePlace(title, source, level)
      const fields = parseFields(texts)
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.places.setEpisode(commandLineActor, at, fields, lock),
          () => `${placeText(at)}已改好${lock ? '，改过的字段已锁定' : ''}。`,
        ),
      )
    })
}

function moveCommand(run: StationRunner, { print }: CommandContext): Command {
  return withPlace(new Command('move'))
    .description('把一集移到别的集数、线路或影片；没有的线路会建好')
    .option('--to <影片>', '移到哪部影片，不写则同一部')
    .option('--source <线路>', '移到哪条线路，不写则同名的')
    .option('--level <集>', '移成第几集，不写则不变')
    .action(
      (title: string, source: string, level: string, target: { to?: string; source?: string; level?: string }) => {
        if (Object.keys(target).length === 0) throw new UsageError('要用 --to、--source 或 --level 写明移到哪里。')
        const at = parsePlace(title, source, level)
        const to = parsePlace(target.to ?? title, target.source ?? source, target.level ?? level)
        return run(async ({ station }) =>
          printCorrected(
            print,
            await station.catalog.corrections.places.moveEpisode(commandLineActor, at, to),
            () => `已移到${placeText(to)}。`,
          ),
        )
      },
    )
}

function deleteCommand(run: StationRunner, { print }: CommandContext): Command {
  return withPlace(new Command('delete'))
    .description('删除一集；30 天后，没有别处在用的文件一并删除')
    .action((title: string, source: string, level: string) => {
      const at = parsePlace(title, source, level)
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.places.deleteEpisode(commandLineActor, at),
          () => `${placeText(at)}已删除。`,
        ),
      )
    })
}
