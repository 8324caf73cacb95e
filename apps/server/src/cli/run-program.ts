import { join, resolve } from 'node:path'
import { Command, CommanderError } from 'commander'
import { readConfig, type Config } from '../config.ts'
import { findClusterHome } from '../platform/database/cluster-home.ts'
import { createLogger, withoutSecrets } from '../platform/process/logger.ts'
import { StartRefusal } from '../platform/process/start-refusal.ts'
import { exitCodes, UsageError, type CommandContext, type OpenStation, type Terminal } from './command-context.ts'
import { adCommand } from './commands/ad.ts'
import { auditCommand } from './commands/audit.ts'
import { bannerCommand } from './commands/banner.ts'
import { categoryCommand } from './commands/category.ts'
import { episodeCommand } from './commands/episode.ts'
import { peopleCommand } from './commands/people.ts'
import { pictureCommand } from './commands/picture.ts'
import { sourceCommand } from './commands/source.ts'
import { bulletinCommand } from './commands/bulletin.ts'
import { channelsCommand } from './commands/channels.ts'
import { collectCommand } from './commands/collect.ts'
import { danmakuCommand } from './commands/danmaku.ts'
import { demoCommand } from './commands/demo.ts'
import { exportCommand, importDataCommand } from './commands/exchange.ts'
import { guideCommand } from './commands/guide.ts'
import { hotCommand } from './commands/hot.ts'
import { importCommand } from './commands/import.ts'
import { lockCommand } from './commands/lock.ts'
import { matchesCommand } from './commands/matches.ts'
import { migrateCommand } from './commands/migrate.ts'
import { moderationCommand } from './commands/moderation.ts'
import { ordersCommand } from './commands/orders.ts'
import { adultCommand } from './commands/adult.ts'
import { legalCommand } from './commands/legal.ts'
import { cooperationsCommand, partnersCommand } from './commands/partners.ts'
import { outboxCommand } from './commands/outbox.ts'
import { payCommand } from './commands/pay.ts'
import { remoteCommand } from './commands/remote.ts'
import { plansCommand } from './commands/plans.ts'
import { seoCommand } from './commands/seo.ts'
import { siteCommand } from './commands/site.ts'
import { titleCommand } from './commands/title.ts'
import { tokenCommand } from './commands/token.ts'
import { userCommand } from './commands/user.ts'
import { vipCommand } from './commands/vip.ts'
import { vouchersCommand } from './commands/vouchers.ts'
import { translateUsage, usageErrorMessage } from './usage.ts'

const root = join(import.meta.dirname, '../../../..')

/** Names of commands that add data; only these are refused on a full disk. */
const commandsThatAddData = new Set(['import', 'import-data', 'add', 'load', 'maccms'])

/** Command line and environment of a run. */
export interface ProgramRun {
  /** Arguments after the program's name. */
  args: readonly string[]
  /** Environment variables with the settings. */
  env: Record<string, string | undefined>
  /** Working directory for relative paths. */
  folder: string
  terminal: Terminal
  /** Interrupts the command. */
  signal: AbortSignal
}

/** Runs one command, prints errors, and returns one of `exitCodes`. */
export async function runProgram({ args, env, folder, terminal, signal }: ProgramRun): Promise<number> {
  const print = (line: string): void => void terminal.output.write(`${line}\n`)
  const printError = (line: string): void => void terminal.errors.write(`${line}\n`)
  let code: number = exitCodes.ok
  /** Whether every event of the command was delivered to running servers. */
  let allDelivered = true
  let addsData = false
  const onClosed = (delivered: boolean): void => {
    allDelivered &&= delivered
  }
  const context: CommandContext = {
    signal,
    terminal,
    print,
    printError,
    openStation: () => openStation(env, { printError, onClosed, ignoreFullDisk: !addsData }),
    pathOf: (file) => resolve(folder, file),
  }
  const program = createProgram(context, (ended) => (code = ended))
  program.hook('preAction', (_program, action) => void (addsData = commandsThatAddData.has(action.name())))
  try {
    refuseUnknownCommand(program, args)
    await program.parseAsync(args, { from: 'user' })
  } catch (err) {
    const { message, code: failed } = describeError(err, resolveCommand(program, args).command)
    if (message !== '') printError(message)
    code = failed
  }
  if (allDelivered) return code
  printError('改动已经存好，但没能通知正在运行的站点，它可能过一阵才看得到，着急就重启它。请检查 Redis 在不在运行。')
  return code || exitCodes.failed
}

async function openStation(
  env: ProgramRun['env'],
  options: { printError: (line: string) => void; onClosed: (allDelivered: boolean) => void; ignoreFullDisk: boolean },
): Promise<OpenStation> {
  const { printError, onClosed, ignoreFullDisk } = options
  const config = readConfig(env, root)
  refuseMissingStation(config)
  // Commands print their own results; the log contains unexpected errors only.
  const log = createLogger({ level: env.LOG_LEVEL === undefined ? 'error' : config.logLevel })
  // Imported only now: printing usage does not need the station's modules.
  const [{ openPlatform }, { createStation }] = await Promise.all([
    import('../platform/open-platform.ts'),
    import('../station.ts'),
  ])
  const platform = await openPlatform({ config, log, print: printError, longStatements: true, ignoreFullDisk })
  const station = createStation(platform)
  const close = async (): Promise<void> => {
    await station.close()
    await platform.close()
    onClosed(platform.isFlushed())
  }
  return { platform, station, close }
}

/**
 * A command in the wrong folder must not create another station there. A database of the operator's own is found by its address.
 * @throws StartRefusal
 */
function refuseMissingStation({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  if (databaseUrl !== undefined || findClusterHome(dataDir) !== undefined) return
  throw new StartRefusal(
    `数据文件夹 ${dataDir} 里没有站点，什么也没有改动。请先用 npm start 建站；站点在别处的，用 YUNMU_DATA 指明它的数据文件夹。`,
  )
}

function createProgram(context: CommandContext, onCode: (code: number) => void): Command {
  return translateUsage(
    new Command('yunmu')
      .description('云幕：自己的影视站')
      .addCommand(importCommand(context, onCode))
      .addCommand(demoCommand(context, onCode))
      .addCommand(titleCommand(context, onCode))
      .addCommand(episodeCommand(context, onCode))
      .addCommand(sourceCommand(context, onCode))
      .addCommand(categoryCommand(context, onCode))
      .addCommand(peopleCommand(context, onCode))
      .addCommand(pictureCommand(context, onCode))
      .addCommand(bannerCommand(context, onCode))
      .addCommand(auditCommand(context, onCode))
      .addCommand(channelsCommand(context, onCode))
      .addCommand(guideCommand(context, onCode))
      .addCommand(collectCommand(context, onCode))
      .addCommand(matchesCommand(context, onCode))
      .addCommand(siteCommand(context, onCode))
      .addCommand(seoCommand(context, onCode))
      .addCommand(hotCommand(context, onCode))
      .addCommand(adCommand(context, onCode))
      .addCommand(adultCommand(context, onCode))
      .addCommand(legalCommand(context, onCode))
      .addCommand(partnersCommand(context, onCode))
      .addCommand(cooperationsCommand(context, onCode))
      .addCommand(lockCommand(context, onCode))
      .addCommand(remoteCommand(context, onCode))
      .addCommand(migrateCommand(context, onCode))
      .addCommand(bulletinCommand(context, onCode))
      .addCommand(moderationCommand(context, onCode))
      .addCommand(danmakuCommand(context, onCode))
      .addCommand(userCommand(context, onCode))
      .addCommand(tokenCommand(context, onCode))
      .addCommand(vipCommand(context, onCode))
      .addCommand(plansCommand(context, onCode))
      .addCommand(payCommand(context, onCode))
      .addCommand(ordersCommand(context, onCode))
      .addCommand(vouchersCommand(context, onCode))
      .addCommand(outboxCommand(context, onCode))
      .addCommand(exportCommand(context, onCode))
      .addCommand(importDataCommand(context, onCode)),
    context.terminal,
  )
}

/** The innermost command that the arguments name, and the arguments after its name. */
function resolveCommand(command: Command, args: readonly string[]): { command: Command; rest: readonly string[] } {
  const [word, ...rest] = args
  const next = command.commands.find((each) => each.name() === word)
  return next ? resolveCommand(next, rest) : { command, rest: args }
}

/** Commander would print the usage around an unknown word that `--help` follows. @throws CommanderError */
function refuseUnknownCommand(program: Command, args: readonly string[]): void {
  const { command, rest } = resolveCommand(program, args)
  const [word] = rest
  if (command.commands.length > 0 && word !== undefined && !word.startsWith('-'))
    command.error(`'${word}'`, { code: 'commander.unknownCommand' })
}

/** The message for the operator, and the exit code. */
function describeError(err: unknown, command: Command): { message: string; code: number } {
  if (err instanceof CommanderError) {
    if (err.exitCode === 0) return { message: '', code: exitCodes.ok }
    return { message: `${usageErrorMessage(err)}\n\n${command.helpInformation()}`, code: exitCodes.usageError }
  }
  if (err instanceof UsageError) return { message: err.message, code: exitCodes.usageError }
  if (err instanceof StartRefusal) return { message: err.message, code: exitCodes.failed }
  const text = err instanceof Error ? (err.stack ?? err.message) : String(err)
  return { message: withoutSecrets(text), code: exitCodes.failed }
}
