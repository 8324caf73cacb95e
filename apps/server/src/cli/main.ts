import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { readConfig } from '../config.ts'
import { createLogger, withoutSecrets } from '../platform/logger.ts'
import { StartRefusal } from '../platform/start-refusal.ts'
import { exitCodes, WrongUse, type CommandContext, type OpenStation } from './command-context.ts'
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
/** One Ctrl-C may come twice, from the terminal and from npm: what follows this soon is the same. */
const sameSignalMs = 500

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const hint = (line: string): void => void process.stderr.write(`${line}\n`)

/** Whether a station that runs knows of all that a command did. */
let wasHeard = true

async function openStation(): Promise<OpenStation> {
  const config = readConfig(process.env, root)
  // What a command reports is its own; the log speaks only of what nobody expected.
  const log = createLogger({ level: process.env.LOG_LEVEL === undefined ? 'error' : config.logLevel })
  // Loaded only now: who asks how a command is used need not wait for a whole station.
  const [{ openGround }, { createStation }] = await Promise.all([import('../open-ground.ts'), import('../station.ts')])
  const ground = await openGround({ config, log, say: hint })
  const close = async (): Promise<void> => {
    await ground.close()
    wasHeard &&= ground.wasHeard()
  }
  return { ground, station: createStation(ground), close }
}

/** The signal that ends a command. A second word from the operator ends it at once. */
function listenForEnd(): AbortSignal {
  const end = new AbortController()
  let firstMs: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const nowMs = performance.now()
      firstMs ??= nowMs
      if (nowMs - firstMs > sameSignalMs) process.exit(exitCodes.stopped)
      end.abort(new Error(`ended by ${name}`))
    })
  }
  // Whoever reads our output may go away: the work goes on without being told of.
  process.stdout.on('error', () => undefined)
  return end.signal
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
  )
}

/** The command that was meant, as deep as its words are known. */
function meantBy(command: Command, [word, ...rest]: readonly string[]): Command {
  const next = command.commands.find((each) => each.name() === word)
  return next ? meantBy(next, rest) : command
}

/** Says what went wrong, once, and returns the exit code. */
function complain(err: unknown, program: Command): number {
  if (err instanceof CommanderError) {
    if (err.exitCode === 0) return exitCodes.well
    hint(`${wrongUseOf(err)}\n\n${meantBy(program, process.argv.slice(2)).helpInformation()}`)
    return exitCodes.wrongUse
  }
  if (err instanceof WrongUse || err instanceof StartRefusal) hint(err.message)
  else hint(withoutSecrets(err instanceof Error ? (err.stack ?? err.message) : String(err)))
  return err instanceof WrongUse ? exitCodes.wrongUse : exitCodes.failed
}

const program = programOf({ openStation, signal: listenForEnd(), say, hint }, (code) => {
  process.exitCode = code
})
try {
  await program.parseAsync()
} catch (err) {
  process.exitCode = complain(err, program)
}
if (!wasHeard) {
  hint('改动已经存好，但没能通知正在运行的站点，它可能过一阵才看得到，着急就重启它。请检查 Redis 在不在运行。')
  process.exitCode ||= exitCodes.failed
}
