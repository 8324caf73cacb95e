import { roomName, type CommentKind } from '@yunmu/contract'
import { DanmakuFileError, readDanmakuFile, type DanmakuFile, type DanmakuFileFormat } from '@yunmu/formats'
import { Command, InvalidArgumentError } from 'commander'
import { writeFile } from 'node:fs/promises'
import type { Pool } from '../../domains/danmaku/index.ts'
import { errorCode } from '../../platform/process/error-code.ts'
import { atStation, type AtStation } from '../at-station.ts'
import { WrongUse, type CommandContext, type OpenStation } from '../command-context.ts'
import { readGiven, readId } from '../from-operator.ts'

/** What the operator reads when a file cannot be taken. */
const problems: Readonly<Record<DanmakuFileError['problem'], string>> = {
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

/** `auto` is null. */
function formatOf(text: string): DanmakuFileFormat | null {
  const format = text === 'xml' ? 'bilibili' : (formats.find((known) => known === text) ?? null)
  if (format === null && text !== 'auto') throw new InvalidArgumentError('')
  return format
}

const kindNames: Readonly<Record<CommentKind, string>> = { vod: '影片', live: '频道', match: '比赛' }
const placeWords = '影片编号:集数（如 12:3，只写 12 是第 1 集）、live:频道编号、match:比赛编号'

/** `danmaku import|export|list|offset|remove`: what flies over pictures. */
export function danmakuCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = atStation(context, onCode)
  return new Command('danmaku')
    .description('弹幕')
    .addCommand(importCommand(run, context))
    .addCommand(exportCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(offsetCommand(run, context))
    .addCommand(removeCommand(run, context))
}

/** `12`, `12:3`, `vod:12:3`, `live:7`, `match:3`. */
function placeOf(text: string): Pool {
  const [, kindText = 'vod', id = '', level] = /^(?:(vod|live|match):)?(\d{1,10})(?::(\d{1,6}))?$/.exec(text) ?? []
  const kind = kindText === 'live' || kindText === 'match' ? kindText : 'vod'
  if (id === '' || (kind !== 'vod' && Number(level ?? 0) !== 0))
    throw new WrongUse(`看不懂“${text}”，要写${placeWords}。`)
  return { kind, id: readId(id, kindNames[kind]), level: kind === 'vod' ? Number(level ?? 1) : 0 }
}

/** The place that was named, which has to be there. */
async function knownPlace(pool: Pool, { station }: OpenStation): Promise<{ pool: Pool; name: string }> {
  const name = (await station.subjects.findVisible(pool.kind, [pool.id])).get(pool.id)?.name
  if (name === undefined) throw new WrongUse(`没有编号为“${pool.id}”的${kindNames[pool.kind]}，或者它没有上架。`)
  return { pool, name: pool.kind === 'vod' ? `${name} 第 ${pool.level} 集` : name }
}

/** Seconds as they are written, in milliseconds. */
function secondsOf(text: string): number {
  const ms = Math.round(Number(text) * 1000)
  if (!/^[+-]?\d{1,6}(?:\.\d{1,3})?$/.test(text) || ms === 0) throw new InvalidArgumentError('')
  return ms
}

function fileOf(bytes: Uint8Array): DanmakuFile {
  try {
    return readDanmakuFile(bytes)
  } catch (err) {
    if (err instanceof DanmakuFileError) throw new WrongUse(problems[err.problem], { cause: err })
    throw err
  }
}

interface ImportOptions {
  format?: DanmakuFileFormat | null
  /** Milliseconds. */
  offset?: number
}

function importCommand(run: AtStation, context: CommandContext): Command {
  const { say } = context
  return new Command('import')
    .description('导入弹幕文件（B 站 XML，DPlayer、弹弹play、ArtPlayer 的 JSON）；同一个文件导入几次都一样')
    .argument('<位置>', placeWords, placeOf)
    .argument('<文件>')
    .option('--format <格式>', `要求是这种格式：${formats.join('、')}；默认 auto，看内容自动认`, formatOf)
    .option('--offset <秒>', '每条都晚这么多秒，可以是负的', secondsOf)
    .action(async (place: Pool, given: string, { format = null, offset = 0 }: ImportOptions) => {
      const file = fileOf(await readGiven(context, given))
      if (format !== null && format !== file.format)
        throw new WrongUse(`这个文件的格式是 ${formatNames[file.format]}。`)
      await run(async (open) => {
        const { pool, name } = await knownPlace(place, open)
        const faults = file.faults > 0 ? `，另有 ${file.faults} 条显示不了，已略过` : ''
        say(`读到 ${file.records.length} 条弹幕（${formatNames[file.format]}）${faults}`)
        const { added, held, outOfRange } = await open.station.danmaku.pools.importRecords(pool, file.records, offset)
        const known = file.records.length - added - outOfRange
        const notAdded = [
          held > 0 ? `，其中 ${held} 条有不该出现的词语或联系方式，要审核后才显示（moderation queue）` : '',
          known > 0 ? `，${known} 条已经在了` : '',
          outOfRange > 0 ? `，${outOfRange} 条在一天以后，没有哪一集有这么长，已略过` : '',
        ]
        say(`完成：${name} 新增 ${added} 条弹幕${notAdded.join('')}。`)
      })
    })
}

function exportCommand(run: AtStation, { say, pathOf }: CommandContext): Command {
  return new Command('export')
    .description('把弹幕存成文件')
    .argument('<位置>', placeWords, placeOf)
    .argument('<文件>')
    .option('--format <格式>', `${formats.join('、')}；默认 auto，.json 存成 dplayer，其余 bilibili`, formatOf)
    .action((place: Pool, given: string, { format = null }: Pick<ImportOptions, 'format'>) =>
      run(async (open) => {
        const { pool, name } = await knownPlace(place, open)
        const byName = given.toLowerCase().endsWith('.json') ? 'dplayer' : 'bilibili'
        const chosen = format ?? byName
        const { pools } = open.station.danmaku
        await write(pathOf(given), pools.file(pool, chosen), given)
        say(`已把 ${name} 的 ${await pools.countShown(pool, 0)} 条弹幕存到 ${given}（${formatNames[chosen]}）。`)
      }),
    )
}

async function write(file: string, text: AsyncIterable<string>, given: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (err) {
    if (errorCode(err) === undefined) throw err
    throw new WrongUse(`写不了文件：${given}`, { cause: err })
  }
}

function listCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('list')
    .description('列出哪里有多少弹幕')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station }) => {
        const pools = await station.danmaku.pools.list()
        if (pools.length === 0 && !json) say('还没有弹幕。')
        for (const [kind, those] of Map.groupBy(pools, (pool) => pool.kind)) {
          const names = await station.subjects.findVisible(kind, [...new Set(those.map(({ id }) => id))])
          for (const pool of those) {
            const name = names.get(pool.id)?.name ?? ''
            if (json) say(JSON.stringify({ ...pool, name }))
            else say(poolWords(pool, name))
          }
        }
      }),
    )
}

function poolWords(pool: Pool & { total: number; imported: number; held: number }, name: string): string {
  const more = [pool.imported > 0 ? `导入 ${pool.imported}` : '', pool.held > 0 ? `待看 ${pool.held}` : '']
  const words = more.filter((part) => part !== '').join('，')
  return `${roomName(pool).padEnd(14)}  ${pool.total} 条${words === '' ? '' : `（${words}）`}  ${name || '已下架'}`
}

function offsetCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('offset')
    .description('把导入的弹幕整体挪动；挪错了就反着再挪一次')
    .argument('<位置>', placeWords, placeOf)
    .argument('<秒>', '晚多少秒，负的是早', secondsOf)
    .action((place: Pool, byMs: number) =>
      run(async (open) => {
        const { pool, name } = await knownPlace(place, open)
        const moved = await open.station.danmaku.pools.move(pool, byMs)
        if (moved === 'BeforeBeginning') throw new WrongUse('这样会有弹幕挪到片头之前，没有挪动。')
        const seconds = Math.abs(byMs) / 1000
        say(
          moved > 0
            ? `${name} 导入的 ${moved} 条弹幕都${byMs > 0 ? '晚' : '早'}了 ${seconds} 秒。`
            : `${name} 没有导入的弹幕。`,
        )
      }),
    )
}

function removeCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一处导入的弹幕；观众发的不动')
    .argument('<位置>', placeWords, placeOf)
    .requiredOption('--imported', '去掉导入的弹幕')
    .action((place: Pool) =>
      run(async (open) => {
        const { pool, name } = await knownPlace(place, open)
        say(`已去掉 ${name} 导入的 ${await open.station.danmaku.pools.removeImported(pool)} 条弹幕。`)
      }),
    )
}
