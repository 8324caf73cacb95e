import { Command } from 'commander'
import {
  fieldsOfColumns,
  parseTitleField,
  parseTitleValue,
  textFields,
  titleFields,
  valueText,
  type Corrected,
  type FoundTitle,
  type ShownTitle,
  type TitleField,
  type AbsentRefusal,
  type TitleRefusal,
} from '../../domains/catalog/index.ts'
import type { Station } from '../../station.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, correctedOrThrow, undoHint } from '../correction-output.ts'
import { parseId, parseNumber } from '../operator-input.ts'
import { mergeCommand, splitCommand } from './title-merge.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { formatTime } from '../user-output.ts'

type Titles = Station['catalog']['corrections']['titles']

const titleHelp = '影片编号，用 title find 查'
const fieldNames = Object.values(titleFields).map(({ label }) => label)
const textFieldNames = textFields.map((field) => titleFields[field].label)

/** `title find|show|set|move|merge|split|hide|publish|delete|restore|lock|unlock`: corrections of titles. */
export function titleCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('title')
    .description('影片：查找、改正、移动、隐藏、删除；每一步都能在 30 天内撤销')
    .addCommand(findCommand(run, context))
    .addCommand(showCommand(run, context))
    .addCommand(setCommand(run, context))
    .addCommand(moveCommand(run, context))
    .addCommand(mergeCommand(run, context))
    .addCommand(splitCommand(run, context))
    .addCommand(publishCommand(run, context, false))
    .addCommand(publishCommand(run, context, true))
    .addCommand(removeCommand(run, context, true))
    .addCommand(removeCommand(run, context, false))
    .addCommand(lockCommand(run, context, true))
    .addCommand(lockCommand(run, context, false))
}

function stateText({ published, deletedSec, mergedInto }: FoundTitle): string {
  if (mergedInto !== null) return `  已并入 ${mergedInto}`
  if (deletedSec !== null) return `  已删除 ${formatTime(deletedSec)}`
  return published ? '' : '  已隐藏'
}

const titleLine = (title: FoundTitle): string =>
  `${String(title.id).padEnd(8)}${title.name}${title.year > 0 ? `（${title.year}）` : ''}  ${title.category}${stateText(title)}`

interface FindOptions {
  hidden?: true
  deleted?: true
  limit?: number
}

function findCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('find')
    .description('按片名、别名、外文名的一部分或编号查找，隐藏和删除的也在内')
    .argument('[片名]', '不写则列出最新的')
    .option('--hidden', '只要隐藏的')
    .option('--deleted', '只要回收站里的')
    .option('--limit <数量>', '最多列多少，默认 20', parseNumber)
    .action((text: string | undefined, { hidden, deleted, limit = 20 }: FindOptions) =>
      run(async ({ station }) => {
        const only = deleted ? 'deleted' : hidden ? 'hidden' : undefined
        const found = await station.catalog.corrections.titles.find({
          text: text?.trim() ?? '',
          only,
          limit: limit + 1,
        })
        if (found.length === 0) print('没有找到影片。')
        for (const title of found.slice(0, limit)) print(titleLine(title))
        if (found.length > limit) print(`只列了前 ${limit} 部，写得更具体些，或用 --limit。`)
        return undefined
      }),
    )
}

function showCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('show')
    .description('显示一部影片的所有字段和线路')
    .argument('<影片>', titleHelp)
    .action((text: string) => {
      const id = parseId(text, '影片')
      return run(async ({ station }) => {
        const title = await station.catalog.corrections.titles.show(id)
        for (const line of shownLines(correctedOrThrow<ShownTitle>(title ?? 'NoSuchTitle'))) print(line)
        return undefined
      })
    })
}

function shownLines(title: ShownTitle): string[] {
  const locked = new Set(fieldsOfColumns(title.lockedFields))
  const fields = fieldsOfColumns(Object.keys(title.columns)).map((field) => {
    const [column] = titleFields[field].columns
    const value = field === 'category' ? title.category : valueText(title.columns[column])
    return `${titleFields[field].label}：${value.replaceAll('\n', ' / ')}${locked.has(field) ? '（已锁定）' : ''}`
  })
  const sources = title.sources.map(
    ({ name, episodes, first, last }) =>
      `线路：${name}  ${episodes} 集${episodes > 0 ? `（第 ${first} 到 ${last} 集）` : ''}`,
  )
  return [titleLine(title), ...fields, ...sources]
}

/** @throws UsageError */
function parseAssignments(texts: readonly string[]): { columns: Record<string, unknown>; fields: TitleField[] } {
  const columns: Record<string, unknown> = {}
  const fields: TitleField[] = []
  for (const text of texts) {
    const [, name, value] = /^([^=＝]+)[=＝](.*)$/s.exec(text) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`看不懂“${text}”，要写成 字段=值，如 年份=2024。`)
    const field = parseTitleField(name)
    if (!field) throw new UsageError(`没有“${name.trim()}”这个字段：可用 ${textFieldNames.join('、')}。`)
    if (titleFields[field].kind === 'category') throw new UsageError('分类用 title move 改。')
    if (titleFields[field].kind === 'picture') throw new UsageError('图片用 picture set 改。')
    const row = parseTitleValue(field, value)
    if (!row) throw new UsageError(`“${value}”不能用作${titleFields[field].label}${valueHelp(field)}。`)
    Object.assign(columns, row)
    fields.push(field)
  }
  return { columns, fields }
}

function valueHelp(field: TitleField): string {
  const { kind, max } = titleFields[field]
  if (kind === 'number') return `，要写 0 到 ${max} 的数字`
  if (kind === 'flag') return '，要写 是 或 否'
  return `，最多 ${max} 个字${field === 'name' ? '，不能为空' : ''}`
}

function setCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('set')
    .description(
      `改一部影片的字段，改过的自动锁定，导入和采集不再覆盖；字段有 ${textFieldNames.join('、')}；分类用 title move，图片用 picture set`,
    )
    .argument('<影片>', titleHelp)
    .argument('<字段=值...>', '如 片名=雾港来信 年份=2024 演员=张三（医生）、李四')
    .option('--no-lock', '不锁定')
    .action((text: string, texts: string[], { lock }: { lock: boolean }) => {
      const id = parseId(text, '影片')
      const { columns, fields } = parseAssignments(texts)
      return run(async ({ station }) => {
        const { titles } = station.catalog.corrections
        const done = correctedOrThrow(await titles.set(commandLineActor, id, columns, lock ? fields : []))
        const before = done.before.title?.[id] ?? {}
        for (const field of fields) {
          const [column] = titleFields[field].columns
          print(`${titleFields[field].label}：${valueText(before[column])} → ${valueText(columns[column])}`)
        }
        if (lock) print('改过的字段已锁定，导入和采集不再覆盖；解锁用 title unlock。')
        print(undoHint(done))
        return undefined
      })
    })
}

/** Runs a correction of one title, and prints what was done with how to undo it. */
const correct = (
  run: StationRunner,
  { print }: CommandContext,
  text: string,
  act: (titles: Titles, id: number) => Promise<Corrected | TitleRefusal | AbsentRefusal | 'NoSuchCategory'>,
  say: (name: string) => string,
): Promise<void> => {
  const id = parseId(text, '影片')
  return run(async ({ station }) => {
    const { titles } = station.catalog.corrections
    const done = correctedOrThrow(await act(titles, id))
    print(say((await titles.show(id))?.name ?? text))
    print(undoHint(done))
    return undefined
  })
}

function moveCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('move')
    .description('把影片移到另一个分类')
    .argument('<影片>', titleHelp)
    .argument('<分类>', '分类编号')
    .option('--no-lock', '不锁定分类')
    .action((text: string, category: string, { lock }: { lock: boolean }) => {
      const categoryId = parseId(category, '分类')
      return correct(
        run,
        context,
        text,
        (titles, id) => titles.move(commandLineActor, id, categoryId, lock),
        (name) => `“${name}”已移到新的分类${lock ? '，分类已锁定' : ''}。`,
      )
    })
}

function publishCommand(run: StationRunner, context: CommandContext, published: boolean): Command {
  return new Command(published ? 'publish' : 'hide')
    .description(published ? '重新上架' : '从所有页面隐藏，数据不动')
    .argument('<影片>', titleHelp)
    .action((text: string) =>
      correct(
        run,
        context,
        text,
        (titles, id) => titles.publish(commandLineActor, id, published),
        (name) => (published ? `“${name}”已上架。` : `“${name}”已隐藏。`),
      ),
    )
}

function removeCommand(run: StationRunner, context: CommandContext, removed: boolean): Command {
  return new Command(removed ? 'delete' : 'restore')
    .description(removed ? '放进回收站，30 天后连同文件删除' : '从回收站找回')
    .argument('<影片>', titleHelp)
    .action((text: string) =>
      correct(
        run,
        context,
        text,
        (titles, id) => titles.remove(commandLineActor, id, removed),
        (name) => (removed ? `“${name}”已放进回收站，30 天后删除。` : `“${name}”已找回。`),
      ),
    )
}

function lockCommand(run: StationRunner, context: CommandContext, locked: boolean): Command {
  return new Command(locked ? 'lock' : 'unlock')
    .description(locked ? '锁定字段，导入和采集不再覆盖' : '解锁字段，导入和采集可以再写')
    .argument('<影片>', titleHelp)
    .argument('<字段...>', fieldNames.join('、'))
    .action((text: string, names: string[]) => {
      const fields = names.map((name) => {
        const field = parseTitleField(name)
        if (!field) throw new UsageError(`没有“${name}”这个字段：可用 ${fieldNames.join('、')}。`)
        return field
      })
      const labels = fields.map((field) => titleFields[field].label).join('、')
      return correct(
        run,
        context,
        text,
        (titles, id) => titles.lock(commandLineActor, id, fields, locked),
        (name) => `“${name}”的${labels}已${locked ? '锁定' : '解锁'}。`,
      )
    })
}
