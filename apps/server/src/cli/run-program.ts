import { join, resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import { createLogger, withoutSecrets } from '../platform/process/logger.ts'
import { StartRefusal } from '../platform/process/start-refusal.ts'
import { exitCodes, WrongUse, type CommandContext, type OpenStation, type Terminal } from './command-context.ts'
import { adCommand } from './commands/ad.ts'
import { bulletinCommand } from './commands/bulletin.ts'
import { channelsCommand } from './commands/channels.ts'
import { danmakuCommand } from './commands/danmaku.ts'
import { demoCommand } from './commands/demo.ts'
import { guideCommand } from './commands/guide.ts'
import { hotCommand } from './commands/hot.ts'
import { importCommand } from './commands/import.ts'
import { moderationCommand } from './commands/moderation.ts'
import { outboxCommand } from './commands/outbox.ts'
import { seoCommand } from './commands/seo.ts'
import { siteCommand } from './commands/site.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { speakChinese, wrongUseOf } from './usage.ts'

const root = join(import.meta.dirname, '../../../..')

/** Names of the commands that add data; only these are refused on a full disk. */
const addingCommands = new Set(['import', 'add', 'load'])

/** What the operator typed, and where. */
export interface ProgramRun {
  /** The words after the program's name. */
  args: readonly string[]
  /** The settings. */
  env: Record<string, string | undefined>
  /** The folder from which files are named. */
  folder: string
  terminal: Terminal
  /** Ends the command. */
  signal: AbortSignal
}

/** Runs one command. Says what went wrong, and answers how it ended, as one of `exitCodes`. */
export async function runProgram({ args, env, folder, terminal, signal }: ProgramRun): Promise<number> {
  const say = (line: string): void => void terminal.output.write(`${line}\n`)
  const hint = (line: string): void => void terminal.errors.write(`${line}\n`)
  let code: number = exitCodes.well
  /** Whether a station that runs knows of all that the command did. */
  let wasHeard = true
  let addsData = false
  const onClosed = (heard: boolean): void => {
    wasHeard &&= heard
  }
  const context: CommandContext = {
    signal,
    terminal,
    say,
    hint,
    openStation: () => openStation(env, { hint, onClosed, ignoreFullDisk: !addsData }),
    pathOf: (file) => resolve(folder, file),
  }
  const program = programOf(context, (ended) => (code = ended))
  program.hook('preAction', (_program, action) => void (addsData = addingCommands.has(action.name())))
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (err) {
    const { sentence, code: failed } = complaintOf(err, meantBy(program, args))
    if (sentence !== '') hint(sentence)
    code = failed
  }
  if (wasHeard) return code
  hint('改动已经存好，但没能通知正在运行的站点，它可能过一阵才看得到，着急就重启它。请检查 Redis 在不在运行。')
  return code || exitCodes.failed
}

async function openStation(
  env: ProgramRun['env'],
  options: { hint: (line: string) => void; onClosed: (wasHeard: boolean) => void; ignoreFullDisk: boolean },
): Promise<OpenStation> {
  const { hint, onClosed, ignoreFullDisk } = options
  const config = readConfig(env, root)
  // What a command reports is its own; the log speaks only of what nobody expected.
  const log = createLogger({ level: env.LOG_LEVEL === undefined ? 'error' : config.logLevel })
  // Loaded only now: who asks how a command is used need not wait for a whole station.
  const [{ openPlatform }, { createStation }] = await Promise.all([
    import('../platform/open-platform.ts'),
    import('../station.ts'),
  ])
  const platform = await openPlatform({ config, log, print: hint, longStatements: true, ignoreFullDisk })
  const station = createStation(platform)
  const close = async (): Promise<void> => {
    await station.close()
    await platform.close()
    onClosed(platform.isFlushed())
  }
  return { platform, station, close }
}

function programOf(context: CommandContext, onCode: (code: number) => void): Command {
  return speakChinese(
    new Command('yunmu')
      .description('云幕：自己的影视站')
      .addCommand(importCommand(context, onCode))
      .addCommand(demoCommand(context, onCode))
      .addCommand(channelsCommand(context, onCode))
      .addCommand(guideCommand(context, onCode))
      .addCommand(siteCommand(context, onCode))
      .addCommand(seoCommand(context, onCode))
      .addCommand(hotCommand(context, onCode))
      .addCommand(adCommand(context, onCode))
      .addCommand(bulletinCommand(context, onCode))
      .addCommand(moderationCommand(context, onCode))
      .addCommand(danmakuCommand(context, onCode))
      .addCommand(userCommand(context, onCode))
      .addCommand(tokenCommand(context, onCode))
      .addCommand(outboxCommand(context, onCode)),
    context.terminal,
  )
}

/** The command that was meant, as deep as its words are known. */
function meantBy(command: Command, [word, ...rest]: readonly string[]): Command {
  const next = command.commands.find((each) => each.name() === word)
  return next ? meantBy(next, rest) : command
}

/** What went wrong, as the operator reads it, and the exit code. */
function complaintOf(err: unknown, meant: Command): { sentence: string; code: number } {
  if (err instanceof CommanderError) {
    if (err.exitCode === 0) return { sentence: '', code: exitCodes.well }
    return { sentence: `${wrongUseOf(err)}\n\n${meant.helpInformation()}`, code: exitCodes.wrongUse }
  }
  if (err instanceof WrongUse) return { sentence: err.message, code: exitCodes.wrongUse }
  if (err instanceof StartRefusal) return { sentence: err.message, code: exitCodes.failed }
  const text = err instanceof Error ? (err.stack ?? err.message) : String(err)
  return { sentence: withoutSecrets(text), code: exitCodes.failed }
}
