import { SourceError, type MigrationReport } from '../../domains/migration/index.ts'
import { exitCodes, type CommandContext } from '../command-context.ts'
import { reportLines } from '../migration-output.ts'

/** The line that shows how far a migration is, on terminals. */
export interface MigrationProgress {
  onProgress(table: { table: string; read: number }, total: number): void
  note(text: string): void
}

/** Runs a migration and prints its report, or why there is none. Returns the exit code of the command, if it is not 0. */
export async function runMigration(
  { print, printError, signal, terminal }: CommandContext,
  work: (progress: MigrationProgress) => Promise<MigrationReport>,
): Promise<number | undefined> {
  const progress = createProgress(terminal)
  try {
    const report = await work(progress)
    progress.end()
    for (const line of reportLines(report)) print(line)
    return undefined
  } catch (err) {
    progress.end()
    if (signal.aborted) {
      printError('已中断。再运行一次会接着搬。')
      return exitCodes.interrupted
    }
    if (!(err instanceof SourceError)) throw err
    printError(err.message)
    return exitCodes.failed
  }
}

function createProgress({ output }: CommandContext['terminal']): MigrationProgress & { end(): void } {
  let shownMs = 0
  const note = (line: string): void => {
    if (output.isTTY !== true || performance.now() - shownMs < 200) return
    shownMs = performance.now()
    output.write(`\r\u001B[K${line}`)
  }
  return {
    note,
    onProgress: ({ table, read }, total) => note(`${table}：${read}${total > 0 ? `/${total}` : ''}`),
    end: () => void (output.isTTY === true && shownMs > 0 && output.write('\r\u001B[K')),
  }
}
