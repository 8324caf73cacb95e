import { Command } from 'commander'
import { createInterface } from 'node:readline'
import type { ShownUser } from '../../domains/accounts/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { commandLineActor, undoHint } from '../correction-output.ts'
import { UsageError, type CommandContext, type Terminal } from '../command-context.ts'
import { parseId, parseNumber } from '../operator-input.ts'
import type { StationRunner } from '../station-runner.ts'
import { formatTime, managerMessages, userJson, userLine } from '../user-output.ts'

const userHelp = '账号、邮箱或编号'

/** `user find`: by number, name or e-mail address, or a part of them. */
export function findCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('find')
    .description('按编号、账号、昵称、邮箱或其中一部分查找')
    .argument('[文字]', '不写则列出最新的')
    .option('--limit <数量>', '最多列多少，默认 20', parseNumber)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action((text: string | undefined, { limit = 20, json = false }: { limit?: number; json?: boolean }) =>
      run(async ({ platform, station }) => {
        const found = await station.accounts.corrections.find(text ?? '', limit + 1)
        if (found.length === 0 && !json) print('没有找到用户。')
        for (const user of found.slice(0, limit)) print(json ? userJson(user) : userLine(user, nowSec(platform.clock)))
        if (found.length > limit && !json) print(`只列了前 ${limit} 个，写得更具体些，或用 --limit。`)
        return undefined
      }),
    )
}

function shownLines(user: ShownUser, now: number): string[] {
  const { orders = 0, comments = 0 } = user.counts
  return [
    userLine(user, now),
    `昵称：${user.nickname}`,
    `注册：${formatTime(user.createdAt)}`,
    `会员到期：${user.userEndTime === 0 ? '没有' : formatTime(user.userEndTime)}`,
    `密码：${user.passwordHash === '' ? '没有设' : '有'}`,
    `未成年人模式：${user.minorsCode === '' ? '关' : '开'}`,
    `登录着的设备和令牌：${user.sessions}`,
    `订单：${orders}`,
    `评论：${comments}`,
  ]
}

/** `user show`: a user, and how much the station has of it. */
export function showCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('show')
    .description('显示一个用户：身份、会员、登录、订单和评论的数量')
    .argument('<用户>', userHelp)
    .action((text: string) =>
      run(async ({ platform, station: { accounts } }) => {
        const found = await accounts.manager.find(text)
        if (typeof found === 'string') throw new UsageError(managerMessages[found])
        const shown = await accounts.corrections.show(found.id)
        if (!shown) throw new UsageError(managerMessages.NoSuchUser)
        for (const line of shownLines(shown, nowSec(platform.clock))) print(line)
        return undefined
      }),
    )
}

/** The line that is typed after a question. @throws UsageError at the end of the input */
async function ask(question: string, { input, errors }: Terminal): Promise<string> {
  errors.write(question)
  for await (const line of createInterface({ input })) return line.trim()
  throw new UsageError('没有再写一次编号，什么也没有删除。')
}

/** `user delete`: deletes a user at once; its number is asked for again. */
export function deleteCommand(run: StationRunner, { print, printError, terminal }: CommandContext): Command {
  return new Command('delete')
    .description('立即删除账号和它的个人资料，不能撤销；订单按法律留下，不再有姓名')
    .argument('<编号>', '用 user find 查')
    .option('--yes', '不再问一次编号')
    .action((text: string, { yes = false }: { yes?: boolean }) => {
      const id = parseId(text, '用户')
      return run(async ({ platform, station: { accounts } }) => {
        const user = await accounts.corrections.show(id)
        if (!user) throw new UsageError(managerMessages.NoSuchUser)
        for (const line of shownLines(user, nowSec(platform.clock))) printError(line)
        if (!yes && (await ask('再写一次它的编号，确认删除：', terminal)) !== String(id))
          throw new UsageError('两次写的编号不一样，什么也没有删除。')
        const done = await accounts.corrections.remove(commandLineActor, id)
        if (typeof done === 'string') throw new UsageError(managerMessages[done])
        print(`已删除用户 ${id}，审计日志第 ${done.entryId} 条。`)
        return undefined
      })
    })
}

/** `user disable` and `user enable`. */
export function disableCommand(run: StationRunner, { print }: CommandContext, disabled: boolean): Command {
  const command = new Command(disabled ? 'disable' : 'enable')
    .description(disabled ? '停用账号，并在所有设备上退出' : '重新启用停用的账号')
    .argument('<用户>', userHelp)
  if (disabled) command.option('--undo', '重新启用')
  return command.action((text: string, { undo = false }: { undo?: boolean }) =>
    run(async ({ station: { accounts } }) => {
      const isDisabled = disabled && !undo
      const done = await accounts.manager.setDisabled(text, isDisabled)
      if (typeof done === 'string') throw new UsageError(managerMessages[done])
      print(`“${done.user.name}”已${isDisabled ? '停用' : '重新启用'}。`)
      print(undoHint(done))
      return undefined
    }),
  )
}
