import type { MessageDialog } from '@yunmu/contract'
import { Command, InvalidArgumentError } from 'commander'
import type { Bulletin, BulletinRefusal } from '../../domains/messages/index.ts'
import { chinaDay } from '@yunmu/contract/china-time'
import { nowSec } from '../../platform/process/clock.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { parseFirstDay, parseId, parseLastDay, readOperatorFile } from '../operator-input.ts'

/** Messages for refused bulletins. */
const refusalMessages: Record<BulletinRefusal, string> = {
  TitleInvalid: '标题要 1 到 60 个字。',
  ContentInvalid: '正文要 1 到 5000 个字，用 --text 写出来，或用 --file 给一个文本文件，二选一。',
  DatesInvalid: '结束的日期要在开始的日期和今天之后。',
}

/** `bulletin add|list|remove`: notices of the station to everybody. */
export function bulletinCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('bulletin')
    .description('公告')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(removeCommand(run, context))
}

const dialogs: Readonly<Partial<Record<string, MessageDialog>>> = { 0: 0, 1: 1, 2: 2 }

function parseDialog(text: string): MessageDialog {
  const dialog = dialogs[text]
  if (dialog === undefined) throw new InvalidArgumentError('')
  return dialog
}

interface AddOptions {
  text?: string
  file?: string
  dialog?: MessageDialog
  from?: number
  to?: number
}

function addCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('add')
    .description('发一条公告；改公告就是去掉旧的，另发一条')
    .argument('<标题>')
    .option('--text <正文>', '正文，每行一段')
    .option('--file <文件>', '正文在一个文本文件里')
    .option('--dialog <0|1|2>', '0 不弹出，1 在任何页面弹出，2 只在首页弹出；默认 0', parseDialog)
    .option('--from <日期>', '从这天开始，如 2026-12-01；默认现在', parseFirstDay)
    .option('--to <日期>', '到这天为止，含这天；默认一直在', parseLastDay)
    .action(async (title: string, { text, file, dialog = 0, from, to }: AddOptions) => {
      if ((text === undefined) === (file === undefined)) throw new UsageError(refusalMessages.ContentInvalid)
      const content = file === undefined ? (text ?? '') : (await readOperatorFile(context, file)).toString()
      await run(async ({ station }) => {
        const draft = { title, content, dialog, startsAt: from ?? null, endsAt: to ?? null }
        const added = await station.messages.bulletins.add(draft)
        if (typeof added === 'string') throw new UsageError(refusalMessages[added])
        context.print(`已发公告 ${added}。`)
      })
    })
}

const dialogNames: Readonly<Record<MessageDialog, string>> = { 0: '不弹出', 1: '弹出', 2: '首页弹出' }

function bulletinText({ id, dialog, title, startsAt, endsAt }: Bulletin, now: number): string {
  const state = startsAt > now ? '未开始' : endsAt !== null && endsAt <= now ? '已结束' : '展示中'
  const days = `${chinaDay(startsAt)} 起${endsAt === null ? '' : `，到 ${chinaDay(endsAt - 1)}`}`
  return `${String(id).padEnd(6)}${state}  ${dialogNames[dialog]}  ${days}  ${title}`
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出所有公告')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station, platform }) => {
        const bulletins = await station.messages.bulletins.list()
        if (bulletins.length === 0 && !json) print('还没有公告。')
        for (const bulletin of bulletins)
          print(json ? JSON.stringify(bulletin) : bulletinText(bulletin, nowSec(platform.clock)))
      }),
    )
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('去掉一条公告')
    .argument('<编号>')
    .action((text: string) =>
      run(async ({ station }) => {
        const id = parseId(text, '公告')
        if (!(await station.messages.bulletins.remove(id))) throw new UsageError(`没有编号为“${text}”的公告。`)
        print(`已去掉公告 ${id}。`)
      }),
    )
}
