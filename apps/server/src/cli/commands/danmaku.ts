import { CommentKind, roomName, subjectKinds } from '@yunmu/contract'
import { DanmakuFileError, readDanmakuFile, type DanmakuFile, type DanmakuFileFormat } from '@yunmu/formats'
import { Command, InvalidArgumentError } from 'commander'
import { writeFile } from 'node:fs/promises'
import type { Pool } from '../../domains/danmaku/index.ts'
import { errorCode } from '../../platform/process/error-code.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { readOperatorFile, parseId } from '../operator-input.ts'

/** Messages for files that cannot be imported. */
const fileProblems: Readonly<Record<DanmakuFileError['problem'], string>> = {
  size: '这个文件太大了，最多 32 MB。',
  items: '这个文件里的弹幕太多了，最多 30 万条。',
  encoding: '这个文件的文字编码不对。',
  entities: '这个文件里有不认识的 XML 实体，没有读。',
  malformed: '这个文件坏了，读不懂。',
  cut: '这个文件不完整，后面缺了一截。',
  foreign: '这不是弹幕文件：要 B 站的 XML，或 DPlayer、弹弹play、ArtPlayer 的 JSON。',
}

const formatNames: Readonly<Record<DanmakuFileFormat, string>> = {
  bilibili: 'B 站 XML',
  dplayer: 'DPlayer',
  dandanplay: '弹弹play',
  artplayer: 'ArtPlayer',
}
const formats: readonly DanmakuFileFormat[] = ['bilibili', 'dplayer', 'dandanplay', 'artplayer']

/** Null for `auto`. */
function parseFormat(text: string): DanmakuFileFormat | null {
  const format = text === 'xml' ? 'bilibili' : (formats.find((known) => known === text) ?? null)
  if (format === null && text !== 'auto') throw new InvalidArgumentError('')
  return format
}

const broadcastForms = CommentKind.options
  .filter((kind) => !subjectKinds[kind].hasEpisodes)
  .map((kind) => `、${kind}:${subjectKinds[kind].label}编号`)
const poolHelp = `影片编号:集数（如 12:3，只写 12 是第 1 集）${broadcastForms.join('')}`
const poolForm = new RegExp(String.raw`^(?:(${CommentKind.options.join('|')}):)?(\d{1,10})(?::(\d{1,6}))?$`)

/** `danmaku import|export|list|offset|remove`: danmaku. */
export function danmakuCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('danmaku')
    .description('弹幕')
    .addCommand(importCommand(run, context))
    .addCommand(exportCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(offsetCommand(run, context))
    .addCommand(removeCommand(run, context))
}

/** Parses `12`, `12:3`, `vod:12:3`, `live:7` or `match:3`. */
function parsePool(text: string): Pool {
  const [, kindText = 'vod', id = '', level] = poolForm.exec(text) ?? []
  const { data: kind } = CommentKind.safeParse(kindText)
  if (id === '' || !kind) throw new UsageError(`看不懂“${text}”，要写${poolHelp}。`)
  const { label, hasEpisodes } = subjectKinds[kind]
  if (!hasEpisodes && Number(level ?? 0) !== 0) throw new UsageError(`看不懂“${text}”，要写${poolHelp}。`)
  return { kind, id: parseId(id, label), level: hasEpisodes ? Number(level ?? 1) : 0 }
}

/** The pool with its display name. @throws UsageError if what it belongs to does not exist or is hidden */
async function existingPool(pool: Pool, { station }: OpenStation): Promise<{ pool: Pool; name: string }> {
  const name = (await station.subjects.findVisible(pool.kind, [pool.id])).get(pool.id)?.name
  if (name === undefined)
    throw new UsageError(`没有编号为“${pool.id}”的${subjectKinds[pool.kind].label}，或者它没有上架。`)
  return { pool, name: station.subjects.hasEpisodes(pool.kind) ? `${name} 第 ${pool.level} 集` : name }
}

/** Parses seconds; returns milliseconds. */
function parseSeconds(text: string): number {
  const ms = Math.round(Number(text) * 1000)
  if (!/^[+-]?\d{1,6}(?:\.\d{1,3})?$/.test(text) || ms === 0) throw new InvalidArgumentError('')
  return ms
}

function parseFile(bytes: Uint8Array): DanmakuFile {
  try {
    return readDanmakuFile(bytes)
  } catch (err) {
    if (err instanceof DanmakuFileError) throw new UsageError(fileProblems[err.problem], { cause: err })
    throw err
  }
}

interface ImportOptions {
  format?: DanmakuFileFormat | null
  /** Milliseconds. */
  offset?: number
}

function importCommand(run: StationRunner, context: CommandContext): Command {
  const { print } = context
  return new Command('import')
    .description('导入弹幕文件（B 站 XML，DPlayer、弹弹play、ArtPlayer 的 JSON）；同一个文件导入几次都一样')
    .argument('<位置>', poolHelp, parsePool)
    .argument('<文件>')
    .option('--format <格式>', `要求是这种格式：${formats.join('、')}；默认 auto，看内容自动认`, parseFormat)
    .option('--offset <秒>', '每条都晚这么多秒，可以是负的', parseSeconds)
    .action(async (target: Pool, path: string, { format = null, offset = 0 }: ImportOptions) => {
      const file = parseFile(await readOperatorFile(context, path))
      if (format !== null && format !== file.format)
        throw new UsageError(`这个文件的格式是 ${formatNames[file.format]}。`)
      await run(async (open) => {
        const { pool, name } = await existingPool(target, open)
        const faults = file.faults > 0 ? `，另有 ${file.faults} 条显示不了，已略过` : ''
        print(`读到 ${file.records.length} 条弹幕（${formatNames[file.format]}）${faults}`)
        const { added, held, outOfRange } = await open.station.danmaku.pools.importRecords(pool, file.records, offset)
        const known = file.records.length - added - outOfRange
        const notAdded = [
          held > 0 ? `，其中 ${held} 条有不该出现的词语或联系方式，要审核后才显示（moderation queue）` : '',
          known > 0 ? `，${known} 条已经在了` : '',
          outOfRange > 0 ? `，${outOfRange} 条在一天以后，没有哪一集有这么长，已略过` : '',
        ]
        print(`完成：${name} 新增 ${added} 条弹幕${notAdded.join('')}。`)
      })
    })
}

function exportCommand(run: StationRunner, { print, pathOf }: CommandContext): Command {
  return new Command('export')
    .description('把弹幕存成文件')
    .argument('<位置>', poolHelp, parsePool)
    .argument('<文件>')
    .option('--format <格式>', `${formats.join('、')}；默认 auto，.json 存成 dplayer，其余 bilibili`, parseFormat)
    .action((target: Pool, path: string, { format = null }: Pick<ImportOptions, 'format'>) =>
      run(async (open) => {
        const { pool, name } = await existingPool(target, open)
        const formatByName = path.toLowerCase().endsWith('.json') ? 'dplayer' : 'bilibili'
        const chosen = format ?? formatByName
        const { pools } = open.station.danmaku
        await writeExport(pathOf(path), pools.file(pool, chosen), path)
        print(`已把 ${name} 的 ${await pools.countShown(pool, 0)} 条弹幕存到 ${path}（${formatNames[chosen]}）。`)
      }),
    )
}

async function writeExport(file: string, text: AsyncIterable<string>, path: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (err) {
    if (errorCode(err) === undefined) throw err
    throw new UsageError(`写不了文件：${path}`, { cause: err })
  }
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出哪里有多少弹幕')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station }) => {
        const pools = await station.danmaku.pools.list()
        if (pools.length === 0 && !json) print('还没有弹幕。')
        for (const [kind, poolsOfKind] of Map.groupBy(pools, (pool) => pool.kind)) {
          const names = await station.subjects.findVisible(kind, [...new Set(poolsOfKind.map(({ id }) => id))])
          for (const pool of poolsOfKind) {
            const name = names.get(pool.id)?.name ?? ''
            if (json) print(JSON.stringify({ ...pool, name }))
            else print(poolText(pool, name))
          }
        }
      }),
    )
}

function poolText(pool: Pool & { total: number; imported: number; held: number }, name: string): string {
  const details = [pool.imported > 0 ? `导入 ${pool.imported}` : '', pool.held > 0 ? `待看 ${pool.held}` : '']
  const words = details.filter((part) => part !== '').join('，')
  return `${roomName(pool).padEnd(14)}  ${pool.total} 条${words === '' ? '' : `（${words}）`}  ${name || '已下架'}`
}

function offsetCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('offset')
    .description('把导入的弹幕整体挪动；挪错了就反着再挪一次')
    .argument('<位置>', poolHelp, parsePool)
    .argument('<秒>', '晚多少秒，负的是早', parseSeconds)
    .action((target: Pool, byMs: number) =>
      run(async (open) => {
        const { pool, name } = await existingPool(target, open)
        const moved = await open.station.danmaku.pools.move(pool, byMs)
        if (moved === 'BeforeBeginning') throw new UsageError('这样会有弹幕挪到片头之前，没有挪动。')
        const seconds = Math.abs(byMs) / 1000
        print(
          moved > 0
            ? `${name} 导入的 ${moved} 条弹幕都${byMs > 0 ? '晚' : '早'}了 ${seconds} 秒。`
            : `${name} 没有导入的弹幕。`,
        )
      }),
    )
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一处导入的弹幕；观众发的不动')
    .argument('<位置>', poolHelp, parsePool)
    .requiredOption('--imported', '去掉导入的弹幕')
    .action((target: Pool) =>
      run(async (open) => {
        const { pool, name } = await existingPool(target, open)
        print(`已去掉 ${name} 导入的 ${await open.station.danmaku.pools.removeImported(pool)} 条弹幕。`)
      }),
    )
}
