import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Command } from 'commander'
import type { FeedAnswer } from '@yunmu/contract'
import { readFixtures, sportOfWord } from '../../domains/matches/index.ts'
import { errorCode } from '../../platform/process/error-code.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { exitCodes, UsageError, type CommandContext } from '../command-context.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { matchStreamCommand } from './match-streams.ts'
import { formatTime } from '../user-output.ts'

/** Lines that are stored before the next ones are read: what is stored stays if the command is interrupted. */
const linesAtOnce = 500
const sourcePattern = /^[^\p{C}\p{Z}]{1,40}$/u

/**
 * `matches import` for fixtures and results, `matches remove` for all that a source told, `matches stream add|list|push|remove` for what is shown of them, `matches token
 * add|list|remove` for programs that feed matches.
 */
export function matchesCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('matches')
    .description('体育比赛：赛程、比分、直播和推送比赛数据的程序')
    .addCommand(importCommand(run, context))
    .addCommand(removeCommand(run, context))
    .addCommand(matchStreamCommand(run, context))
    .addCommand(tokenCommand(run, context))
}

interface ImportFileOptions {
  source: string
  sport?: string
  competition?: string
  json?: boolean
}

function parseSource(source: string): string {
  if (!sourcePattern.test(source)) throw new UsageError('来源的名称要 1 到 40 个字，不能有空格。')
  return source
}

async function readText({ pathOf }: CommandContext, file: string): Promise<string> {
  try {
    return await readFile(pathOf(file), 'utf8')
  } catch (err) {
    throw new UsageError(errorCode(err) === 'ENOENT' ? `找不到文件：${file}` : `读不了文件：${file}`, { cause: err })
  }
}

function importCommand(run: StationRunner, context: CommandContext): Command {
  const { print, printError, signal } = context
  return new Command('import')
    .description('导入赛程和比分：JSON Lines（.jsonl）、CSV（.csv）或日历（.ics）；可以重复导入')
    .argument('<文件>')
    .option('--source <名称>', '来源的名称，同一来源的编号是同一场比赛，默认 local', 'local')
    .option('--sport <项目>', '日历里是哪个项目，例如 足球')
    .option('--competition <赛事>', '日历里是哪项赛事，默认日历的名称')
    .option('--json', '输出一个 JSON 对象，供程序读取')
    .action(async (file: string, options: ImportFileOptions) => {
      const source = parseSource(options.source)
      const { sport = '', competition = '' } = options
      const kind = extname(file).toLowerCase()
      if (kind === '.ics' && sportOfWord(sport) === null)
        throw new UsageError('日历里没有写项目，请加上 --sport，例如 --sport 足球。')
      const text = await readText(context, file)
      const lines = readFixtures(kind, text, { sport, competition })
      if (lines === null) throw new UsageError(`看不懂这种文件：${file}。可以是 .jsonl、.json、.csv 或 .ics。`)
      await run(async ({ station: { matches } }) => {
        const sum: FeedAnswer = { stored: 0, unchanged: 0, refused: 0, lines: [] }
        for (let at = 0; at < lines.length; at += linesAtOnce) {
          if (signal.aborted) return exitCodes.interrupted
          const answer = await matches.feed.take(source, lines.slice(at, at + linesAtOnce))
          sum.stored += answer.stored
          sum.unchanged += answer.unchanged
          sum.refused += answer.refused
          sum.lines.push(...answer.lines)
        }
        if (options.json === true) print(JSON.stringify(sum))
        else {
          for (const { line, msg } of sum.lines) printError(`第 ${line} 行：${msg}`)
          print(`完成：存了 ${sum.stored} 行，${sum.unchanged} 行没有变化，${sum.refused} 行有问题。`)
        }
        return sum.refused === 0 ? exitCodes.ok : exitCodes.failed
      })
    })
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('移除一个来源带来的一切：赛事、球队、比赛和它们的订阅；不能恢复，但可以重新导入')
    .argument('<来源>', '来源的名称；文件没有写 --source 的是 local')
    .action(async (name: string) => {
      const source = parseSource(name)
      await run(async ({ station: { matches } }) => {
        const removed = await matches.removeSource(source)
        if (removed === 0) throw new UsageError(`来源“${source}”没有带来过任何比赛资料。`)
        print(`已移除来源“${source}”的 ${removed} 条资料。`)
        return undefined
      })
    })
}

function tokenCommand(run: StationRunner, { print, printError }: CommandContext): Command {
  const add = new Command('add')
    .description('给一个来源发令牌；只显示这一次')
    .argument('<来源>', '来源的名称')
    .action(async (name: string) => {
      const source = parseSource(name)
      await run(async ({ platform, station: { matches } }) => {
        const token = await matches.tokens.add(source, nowSec(platform.clock))
        if (token === null) throw new UsageError(`“${source}”已经有令牌了。要换一个，先用 matches token remove 去掉。`)
        printError(`“${source}”的令牌，请像密码一样保管：`)
        print(token)
        return undefined
      })
    })
  const list = new Command('list')
    .description('列出有令牌的来源')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station: { matches } }) => {
        const tokens = await matches.tokens.list()
        if (tokens.length === 0 && !json) print('还没有令牌。用 matches token add <来源> 发一个。')
        for (const token of tokens) {
          const used = token.usedAt === 0 ? '没有用过' : `上次使用 ${formatTime(token.usedAt)}`
          print(json ? JSON.stringify(token) : `${token.source}  发于 ${formatTime(token.createdAt)}，${used}`)
        }
        return undefined
      }),
    )
  const remove = new Command('remove')
    .description('收回一个来源的令牌，它带来的比赛留着')
    .argument('<来源>', '来源的名称')
    .action((source: string) =>
      run(async ({ station: { matches } }) => {
        if (!(await matches.tokens.remove(source))) throw new UsageError(`“${source}”没有令牌。`)
        print('已收回。')
        return undefined
      }),
    )
  return new Command('token').description('推送程序的令牌').addCommand(add).addCommand(list).addCommand(remove)
}
