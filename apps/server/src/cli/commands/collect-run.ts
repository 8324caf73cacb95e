import { Command, InvalidArgumentError } from 'commander'
import type { CollectionManager, RunProgress, RunRow } from '../../domains/collection/index.ts'
import type { Station } from '../../station.ts'
import { countsText, reportLines, runLine } from '../collect-output.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { findSource } from '../find-source.ts'
import { parseId } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'

/** `collect preview|run|report|undo`. */
export function collectRunCommands(run: StationRunner, context: CommandContext): Command[] {
  return [previewCommand, runCommand, reportCommand, undoCommand].map((create) => create(run, context))
}

/** Prints progress at most every few seconds. */
function progressPrinter(printError: (line: string) => void): (progress: RunProgress) => void {
  let nextMs = Date.now() + progressMs
  return ({ page, pageCount, counts }) => {
    if (Date.now() < nextMs) return
    nextMs = Date.now() + progressMs
    printError(`第 ${page}/${Math.max(page, pageCount)} 页：${countsText(counts)}`)
  }
}
const progressMs = 3000

/** Executes a run and prints its report. */
async function execute(
  { collection }: Pick<Station, 'collection'>,
  { id }: RunRow,
  { print, printError, signal }: CommandContext,
  lines: (run: RunRow) => string[],
): Promise<number> {
  try {
    const ended = await collection.runner.executeApart(id, { signal, onProgress: progressPrinter(printError) })
    for (const line of lines(ended)) print(line)
    return ended.state === 'failed' ? exitCodes.failed : exitCodes.ok
  } catch (err) {
    if (!signal.aborted) throw err
    printError('停下了；写好的都在，再运行一次会从停下的地方接着。')
    return exitCodes.interrupted
  }
}

interface RunOptions {
  full?: boolean
  pages?: number
}

const parsePages = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('')
  return Number(text)
}

function previewCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('preview')
    .description('看一次采集会新增、更新什么，什么也不写')
    .argument('<名称>')
    .option('--full', '从头读，不只是上次以后变了的')
    .option('--pages <页数>', '只读前几页', parsePages)
    .action((name: string, { full = false, pages = 0 }: RunOptions) =>
      run(async ({ station }) => {
        const source = await findSource(station.collection.manager, name)
        const begun = await station.collection.runner.begin(source, 'preview', { full, maxPages: pages })
        return execute(station, begun.run, context, (ended) => [
          ...reportLines(ended),
          ...(ended.state === 'done' ? [`还没有写入。写入：collect run ${name}`] : []),
        ])
      }),
    )
}

function runCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('run')
    .description('现在采集；源正在采集时，等它完成')
    .argument('<名称>')
    .option('--full', '从头读，不只是上次以后变了的')
    .option('--pages <页数>', '只读前几页', parsePages)
    .action((name: string, { full = false, pages = 0 }: RunOptions) =>
      run(async ({ station }) => {
        const source = await findSource(station.collection.manager, name)
        const { run: begun, isNew } = await station.collection.runner.begin(source, 'apply', { full, maxPages: pages })
        if (isNew) await station.collection.manager.noteRun(begun, { full })
        else context.printError(`“${name}”有一次没完成的运行（编号 ${begun.id}），接着它。`)
        return execute(station, begun, context, (ended) => [
          runLine(ended),
          ...(ended.counts.newHosts > 0
            ? [`有 ${ended.counts.newHosts} 个新的片源主机，允许后才能播放：remote hosts list`]
            : []),
          ...(ended.counts.doubtful > 0 ? ['拿不准的在 collect queue 里。'] : []),
          `细节：collect report ${ended.id}；撤销：collect undo ${ended.id}`,
        ])
      }),
    )
}

/** @throws UsageError */
async function findRun(manager: CollectionManager, text: string): Promise<RunRow> {
  const found = await manager.run(parseId(text, '运行'))
  if (!found) throw new UsageError(`没有编号为 ${text} 的运行。用 collect show <名称> 看有哪些。`)
  return found
}

function reportCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('report')
    .description('一次运行的结果和例子')
    .argument('<运行编号>')
    .option('--json', '输出一个 JSON，供其他程序读取')
    .action((text: string, { json = false }: { json?: boolean }) =>
      run(async ({ station: { collection } }) => {
        const found = await findRun(collection.manager, text)
        if (json) print(JSON.stringify(found))
        else for (const line of reportLines(found)) print(line)
        return undefined
      }),
    )
}

function undoCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('undo')
    .description('撤销一次运行：它加的片放进回收站，改的改回去；之后又被改过的不动，列出来')
    .argument('<运行编号>')
    .action((text: string) =>
      run(async ({ station }) => {
        const { manager } = station.collection
        const found = await findRun(manager, text)
        const begun = await manager.beginUndo(found)
        if (begun === 'cannotBeUndone') throw new UsageError(`运行 ${text} 没有可以撤销的。`)
        if (begun === 'busy') throw new UsageError('这个源正在采集。等它完成再撤销。')
        return execute(station, found, context, (ended) => [
          runLine(ended),
          ...ended.examples
            .filter(({ kind }) => kind === 'conflict')
            .map(({ name, titleId }) => `  没有动“${name}”（编号 ${titleId ?? ''}）：之后又改过`),
        ])
      }),
    )
}
