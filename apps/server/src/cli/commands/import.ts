import { readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { decodeText } from '@yunmu/formats'
import { Command, InvalidArgumentError } from 'commander'
import type { NameChange } from '../../domains/operations/index.ts'
import { readNameTable, writeNameTable } from '../../domains/operations/index.ts'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import type { Station } from '../../station.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { createImportReport, reportOptionsFor } from '../import-report.ts'
import { proposalLines } from '../proposal-output.ts'

interface Options {
  json?: boolean
  type?: number
  ladder?: boolean
  preview?: string | true
  from?: string
  watch?: boolean
  unwatch?: boolean
  watched?: boolean
}

/** Larger tables are no tables of names. */
const maxTableBytes = 200_000_000

function categoryId(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

/** `import <folder>`: imports the videos of a folder, or shows what it would do. */
export function importCommand(context: CommandContext, onCode: (code: number) => void): Command {
  return new Command('import')
    .description('把一个文件夹里的影片导入本站；再运行一次只做没做完的，也会补上新的字幕、资料和选项')
    .argument('[文件夹]', '影片所在的文件夹')
    .option('--json', '每行输出一个 JSON 对象，供程序读取')
    .option('--type <分类>', '放进这个编号的分类（默认：按文件夹的名字，否则剧集进电视剧，其余进电影）', categoryId)
    .option('--ladder', '无需转码的影片也另做较低的清晰度')
    .option('--preview [表格]', '只看会怎样命名，不导入；写上文件名就存成可以修改的表格')
    .option('--from <表格>', '按修改过的表格导入')
    .option('--watch', '以后也自动导入这个文件夹里的新影片')
    .option('--unwatch', '不再自动导入这个文件夹')
    .option('--watched', '列出自动导入的文件夹')
    .action(async (folder: string | undefined, options: Options) => onCode(await run(context, folder, options)))
}

async function run(context: CommandContext, given: string | undefined, options: Options): Promise<number> {
  if (options.watched === true) return listWatched(context)
  if (given === undefined) throw new UsageError('缺少参数：文件夹')
  if (options.preview !== undefined && options.from !== undefined)
    throw new UsageError('--preview 和 --from 不能一起用')
  const folder = context.pathOf(given)
  if (options.unwatch === true) return unwatch(context, folder)
  const stats = await stat(folder).catch(() => null)
  if (!stats?.isDirectory()) throw new UsageError(`找不到文件夹 ${folder}`)
  const { station, close } = await context.openStation()
  try {
    if (options.preview !== undefined) return await preview(context, station, folder, options)
    if (options.watch === true) return await watch(context, station, folder, options)
    return await runImport(context, station, folder, options)
  } finally {
    await close()
  }
}

async function proposalOf({ signal }: CommandContext, station: Station, folder: string, { type }: Options) {
  const proposal = await station.operations.previewFolder({
    folder,
    signal,
    ...(type === undefined ? {} : { typeId: type }),
  })
  if (proposal === 'NoSuchType') throw new UsageError(`没有编号为 ${type} 的分类`)
  return proposal
}

async function preview(context: CommandContext, station: Station, folder: string, options: Options): Promise<number> {
  const proposal = await proposalOf(context, station, folder, options)
  for (const { file, reason } of proposal.refused) context.printError(`✗ ${file}：${reason}`)
  if (typeof options.preview === 'string') {
    const table = context.pathOf(options.preview)
    await writeFile(table, writeNameTable(proposal.files, proposal.categories))
    context.print(`${proposal.files.length} 个文件的名字写进了 ${table}。改好后运行：import ${folder} --from ${table}`)
  } else {
    for (const line of proposalLines(proposal, context.terminal.output.columns ?? 100)) context.print(line)
  }
  return exitCodes.ok
}

/** The corrections of a table. Every line that cannot be taken is named, and then nothing is imported. */
async function changesFrom(
  context: CommandContext,
  station: Station,
  folder: string,
  options: Options,
): Promise<ReadonlyMap<string, NameChange> | null> {
  if (options.from === undefined) return new Map()
  const path = context.pathOf(options.from)
  const stats = await stat(path).catch(() => null)
  if (!stats?.isFile()) throw new UsageError(`找不到表格 ${path}`)
  if (stats.size > maxTableBytes) throw new UsageError(`表格太大：${path}`)
  const proposal = await proposalOf(context, station, folder, options)
  const { text } = decodeText(await readFile(path))
  const { changes, problems } = readNameTable(text, proposal.files, proposal.categories)
  for (const { line, problem } of problems) context.printError(`第 ${line} 行：${problem}`)
  if (problems.length > 0) context.printError(`表格里有 ${problems.length} 处要改，什么也没有导入。`)
  return problems.length > 0 ? null : changes
}

async function runImport(context: CommandContext, station: Station, folder: string, options: Options): Promise<number> {
  const changes = await changesFrom(context, station, folder, options)
  if (changes === null) return exitCodes.usageError
  const report = createImportReport(reportOptionsFor(context.terminal, options.json === true))
  const done = await station.operations.importFolder({
    folder,
    report,
    signal: context.signal,
    withLadder: options.ladder === true,
    changes,
    ...(options.type === undefined ? {} : { typeId: options.type }),
  })
  if (done === 'NoSuchType') throw new UsageError(`没有编号为 ${options.type} 的分类`)
  if (done === 'busy') throw new StartRefusal('另一个导入正在进行。请等它结束后再运行。')
  if (done.stopped) return exitCodes.interrupted
  return done.failed > 0 ? exitCodes.failed : exitCodes.ok
}

async function watch(context: CommandContext, station: Station, folder: string, options: Options): Promise<number> {
  const path = await realpath(folder)
  const done = await station.operations.watched.add({
    path,
    typeId: options.type ?? null,
    withLadder: options.ladder === true,
  })
  if (done === 'NoSuchType') throw new UsageError(`没有编号为 ${options.type} 的分类`)
  context.print(`本站运行时会自动导入 ${path}：新文件停止变化一分钟后导入。`)
  return exitCodes.ok
}

async function unwatch(context: CommandContext, folder: string): Promise<number> {
  const { station, close } = await context.openStation()
  try {
    const path = await realpath(folder).catch(() => folder)
    if (!(await station.operations.watched.remove(path))) throw new UsageError(`${path} 没有设为自动导入`)
    context.print(`不再自动导入 ${path}；已经导入的影片还在。`)
    return exitCodes.ok
  } finally {
    await close()
  }
}

async function listWatched(context: CommandContext): Promise<number> {
  const { station, close } = await context.openStation()
  try {
    const folders = await station.operations.watched.all()
    if (folders.length === 0) context.print('没有自动导入的文件夹。')
    for (const { path, type_id, with_ladder } of folders) {
      const facts = [...(type_id === null ? [] : [`分类 ${type_id}`]), ...(with_ladder ? ['另做较低的清晰度'] : [])]
      context.print([path, ...facts].join('  '))
    }
    return exitCodes.ok
  } finally {
    await close()
  }
}
