import { stat } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { createImportReport, reportOptionsFor } from '../import-report.ts'

interface Options {
  json?: boolean
  type?: number
  ladder?: boolean
}

function categoryId(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

/** `import <folder>`: imports the videos of a folder. */
export function importCommand(context: CommandContext, onCode: (code: number) => void): Command {
  return new Command('import')
    .description('把一个文件夹里的影片导入本站；再运行一次只做没做完的')
    .argument('<文件夹>', '影片所在的文件夹')
    .option('--json', '每行输出一个 JSON 对象，供程序读取')
    .option('--type <分类>', '放进这个编号的分类（默认：剧集进电视剧，其余进电影）', categoryId)
    .option('--ladder', '无需转码的影片也另做较低的清晰度')
    .action(async (folder: string, options: Options) => onCode(await runImport(context, folder, options)))
}

async function runImport(context: CommandContext, given: string, options: Options): Promise<number> {
  const folder = context.pathOf(given)
  const stats = await stat(folder).catch(() => null)
  if (!stats?.isDirectory()) throw new UsageError(`找不到文件夹 ${folder}`)
  const report = createImportReport(reportOptionsFor(context.terminal, options.json === true))
  const { station, close } = await context.openStation()
  try {
    const done = await station.operations.importFolder({
      folder,
      report,
      signal: context.signal,
      withLadder: options.ladder === true,
      ...(options.type === undefined ? {} : { typeId: options.type }),
    })
    if (done === 'NoSuchType') throw new UsageError(`没有编号为 ${options.type} 的分类`)
    if (done === 'busy') throw new StartRefusal('另一个导入正在进行。请等它结束后再运行。')
    if (done.stopped) return exitCodes.interrupted
    return done.failed > 0 ? exitCodes.failed : exitCodes.ok
  } finally {
    await close()
  }
}
