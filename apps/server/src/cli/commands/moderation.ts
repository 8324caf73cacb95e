import { Command, InvalidArgumentError } from 'commander'
import type { TextName } from '../../domains/moderation/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext, type OpenStation } from '../command-context.ts'
import { parseId } from '../operator-input.ts'
import { queueLine, printable } from '../moderation-output.ts'
import { managerMessages, formatTime } from '../user-output.ts'
import { wordsCommand } from './moderation-words.ts'

/** `moderation queue|show|remove|mute|unmute|words`: moderation of comments and danmaku. */
export function moderationCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('moderation')
    .description('评论和弹幕的审核')
    .addCommand(queueCommand(run, context))
    .addCommand(decideCommand('show', run, context))
    .addCommand(decideCommand('remove', run, context))
    .addCommand(muteCommand(run, context))
    .addCommand(unmuteCommand(run, context))
    .addCommand(wordsCommand(run, context))
}

const perPage = 50

function parsePositive(text: string): number {
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value < 1) throw new InvalidArgumentError('')
  return value
}

function queueCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('queue')
    .description('列出等着看的评论和弹幕，举报最多的在前')
    .option('--page <页>', `每页 ${perPage} 条，默认第 1 页`, parsePositive)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ page = 1, json = false }: { page?: number; json?: boolean }) =>
      run(async ({ station, platform }) => {
        const { list, total } = await station.moderation.operator.queue(
          { offset: (page - 1) * perPage, limit: perPage },
          nowSec(platform.clock),
        )
        for (const item of list) print(json ? JSON.stringify(item) : queueLine(item))
        if (!json) print(total === 0 ? '没有等着看的。' : `一共 ${total} 条。`)
      }),
    )
}

/** Parses `comment:12` or `danmaku:34`, as the queue prints them. */
function parseTextName(word: string): TextName {
  const [, kind, id] = /^(comment|danmaku):([1-9]\d{0,17})$/.exec(word) ?? []
  if (kind === undefined || id === undefined)
    throw new UsageError(`看不懂“${word}”，要写队列里的编号，如 comment:12 或 danmaku:34。`)
  return { kind: kind === 'comment' ? 'comment' : 'danmaku', id }
}

const decisions = {
  show: { description: '公开评论或弹幕，不再计较之前的举报', done: '已公开' },
  remove: { description: '删掉评论或弹幕，不能恢复', done: '已删掉' },
} as const

function decideCommand(decision: keyof typeof decisions, run: StationRunner, { print }: CommandContext): Command {
  const { description, done } = decisions[decision]
  return new Command(decision)
    .description(description)
    .argument('<编号...>', '队列里的编号，如 comment:12')
    .action(async (names: string[]) => {
      const texts = names.map(parseTextName)
      await run(async ({ station }) => {
        const decided = await station.moderation.operator.decide(texts, decision)
        if (decided === 0) throw new UsageError('这些都已经不在了。')
        print(`${done} ${decided} 条。`)
      })
    })
}

/** Finds a user by account name, e-mail, or `#` and the number that the queue prints. */
async function findUser(login: string, { station, platform }: OpenStation): Promise<{ id: number; name: string }> {
  if (!login.startsWith('#')) {
    const user = await station.accounts.manager.find(login)
    if (typeof user === 'string') throw new UsageError(managerMessages[user])
    return user
  }
  const id = parseId(login.slice(1), '用户')
  const person = (await station.accounts.authors([id], nowSec(platform.clock))).get(id)
  if (!person) throw new UsageError(`没有编号为“${login}”的用户。`)
  return { id, name: person.nickname }
}

const maxHours = 24 * 3650

function parseHours(text: string): number {
  const hours = parsePositive(text)
  if (hours > maxHours) throw new InvalidArgumentError('')
  return hours
}

function muteCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('mute')
    .description('让一个人有一段时间不能发评论和弹幕；不写账号就列出现在不能发的人')
    .argument('[账号]', '账号、邮箱，或队列里带 # 的编号')
    .option('--hours <小时>', '多少小时，默认 24', parseHours)
    .option('--reason <原因>', '只有管理员看得到')
    .action((login: string | undefined, { hours = 24, reason = '' }: { hours?: number; reason?: string }) =>
      run(async (open) => {
        const { operator } = open.station.moderation
        const now = nowSec(open.platform.clock)
        if (login === undefined) {
          const mutes = await operator.mutes(now)
          if (mutes.length === 0) print('没有人被禁言。')
          for (const mute of mutes)
            print(`#${mute.userId}  到 ${formatTime(mute.until)}  ${printable(mute.reason)}`.trimEnd())
          return
        }
        const { id, name } = await findUser(login, open)
        const until = await operator.mute({ userId: id, hours, reason: [...reason].slice(0, 200).join('') }, now)
        print(`“${name}”到 ${formatTime(until ?? now)} 不能发评论和弹幕。`)
      }),
    )
}

function unmuteCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('unmute')
    .description('让一个人可以再发评论和弹幕')
    .argument('<账号>', '账号、邮箱，或队列里带 # 的编号')
    .action((login: string) =>
      run(async (open) => {
        const { id, name } = await findUser(login, open)
        await open.station.moderation.operator.mute({ userId: id, hours: 0, reason: '' }, nowSec(open.platform.clock))
        print(`“${name}”可以发评论和弹幕了。`)
      }),
    )
}
