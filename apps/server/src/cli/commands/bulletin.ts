import type { MessageDialog } from '@yunmu/contract'
import { isCalendarDay } from '@yunmu/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { Bulletin, BulletinRefusal } from '../../domains/messages/index.ts'
import { chinaDay, daySec, dayStartSec } from '@yunmu/contract/china-time'
import { nowSec } from '../../platform/process/clock.ts'
import { atStation, type AtStation } from '../at-station.ts'
import { WrongUse, type CommandContext } from '../command-context.ts'
import { readGiven, readId } from '../from-operator.ts'

/** What the operator reads when a bulletin cannot be taken. */
const refusals: Record<BulletinRefusal, string> = {
  TitleInvalid: '标题要 1 到 60 个字。',
  ContentInvalid: '正文要 1 到 5000 个字，用 --text 写出来，或用 --file 给一个文本文件，二选一。',
  DatesInvalid: '结束的日期要在开始的日期和今天之后。',
}

/** `bulletin add|list|remove`: word from the station to everybody. */
export function bulletinCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = atStation(context, onCode)
  return new Command('bulletin')
    .description('公告')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
}

const dialogs: Readonly<Partial<Record<string, MessageDialog>>> = { 0: 0, 1: 1, 2: 2 }

function dialogOf(text: string): MessageDialog {
  const dialog = dialogs[text]
  if (dialog === undefined) throw new InvalidArgumentError('')
  return dialog
}

/** Midnight in China at the beginning of a day, Unix seconds. */
function dayStart(day: string): number {
  if (!isCalendarDay(day)) throw new InvalidArgumentError('')
  return dayStartSec(day)
}

/** The last day is one of its days. */
const dayEnd = (day: string): number => dayStart(day) + daySec

interface AddOptions {
  text?: string
  file?: string
  dialog?: MessageDialog
  from?: number
  to?: number
}

function addCommand(run: AtStation, context: CommandContext): Command {
  return new Command('add')
    .description('发一条公告；改公告就是去掉旧的，另发一条')
    .argument('<标题>')
    .option('--text <正文>', '正文，每行一段')
    .option('--file <文件>', '正文在一个文本文件里')
    .option('--dialog <0|1|2>', '0 不弹出，1 在任何页面弹出，2 只在首页弹出；默认 0', dialogOf)
    .option('--from <日期>', '从这天开始，如 2026-12-01；默认现在', dayStart)
    .option('--to <日期>', '到这天为止，含这天；默认一直在', dayEnd)
    .action(async (title: string, { text, file, dialog = 0, from, to }: AddOptions) => {
      if ((text === undefined) === (file === undefined)) throw new WrongUse(refusals.ContentInvalid)
      const content = file === undefined ? (text ?? '') : (await readGiven(context, file)).toString()
      await run(async ({ station }) => {
        const wish = { title, content, dialog, startsAt: from ?? null, endsAt: to ?? null }
        const added = await station.messages.bulletins.add(wish)
        if (typeof added === 'string') throw new WrongUse(refusals[added])
        context.say(`已发公告 ${added}。`)
      })
    })
}

const dialogWords: Readonly<Record<MessageDialog, string>> = { 0: '不弹出', 1: '弹出', 2: '首页弹出' }

function bulletinWords({ id, dialog, title, startsAt, endsAt }: Bulletin, now: number): string {
  const state = startsAt > now ? '未开始' : endsAt !== null && endsAt <= now ? '已结束' : '展示中'
  const days = `${chinaDay(startsAt)} 起${endsAt === null ? '' : `，到 ${chinaDay(endsAt - 1)}`}`
  return `${String(id).padEnd(6)}${state}  ${dialogWords[dialog]}  ${days}  ${title}`
}

function listCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('list')
    .description('列出所有公告')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station, platform }) => {
        const bulletins = await station.messages.bulletins.list()
        if (bulletins.length === 0 && !json) say('还没有公告。')
        for (const bulletin of bulletins)
          say(json ? JSON.stringify(bulletin) : bulletinWords(bulletin, nowSec(platform.clock)))
      }),
    )
}

function removeCommand(run: AtStation, { say }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一条公告')
    .argument('<编号>')
    .action((text: string) =>
      run(async ({ station }) => {
        const id = readId(text, '公告')
        if (!(await station.messages.bulletins.remove(id))) throw new WrongUse(`没有编号为“${text}”的公告。`)
        say(`已去掉公告 ${id}。`)
      }),
    )
}
