import { Command, InvalidArgumentError } from 'commander'
import type { Accounts, ManagedUser, ManagerRefusal, Role } from '../../domains/accounts/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { askPassword } from '../ask-password.ts'
import { atStation } from '../at-station.ts'
import { WrongUse, type CommandContext } from '../command-context.ts'
import { managerRefusals, userJson, userLine } from '../user-words.ts'

type Manager = Accounts['manager']

/** Does something with accounts, in a station that is opened for it; says what came of it, if anything. */
type Run = (act: (manager: Manager, nowSec: number) => Promise<string | null>) => Promise<void>

/** A whole number of days that an operator may mean. */
export function daysOf(text: string): number {
  const days = Number(text)
  if (!/^\d{1,4}$/.test(text) || days < 1 || days > 3650) throw new InvalidArgumentError('')
  return days
}

function roleOf(text: string, days: number): Role {
  if (text === '会员' || text === 'vip') return { role: 'vip', days }
  if (text === '管理员' || text === 'admin') return { role: 'admin' }
  if (text === '用户' || text === 'user') return { role: 'user' }
  throw new WrongUse(`没有“${text}”这种身份：可用 用户、会员、管理员（user、vip、admin）。`)
}

/** `user add|list|role|password|disable`: accounts, as the operator sees them. */
export function userCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = atStation(context, onCode)
  const run: Run = (act) =>
    at(async ({ platform, station }) => {
      const done = await act(station.accounts.manager, nowSec(platform.clock))
      if (done !== null) context.say(done)
    })
  return new Command('user')
    .description('用户')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(roleCommand(run))
    .addCommand(passwordCommand(run, context))
    .addCommand(disableCommand(run))
}

/** The name of who was changed. */
function changed(done: ManagedUser | ManagerRefusal): string {
  if (typeof done === 'string') throw new WrongUse(managerRefusals[done])
  return done.name
}

function addCommand(run: Run, { terminal }: CommandContext): Command {
  return new Command('add')
    .description('新建用户；密码在终端里输入，或从标准输入读一行')
    .argument('<账号>')
    .option('--email <地址>', '邮箱，可用来登录和找回密码')
    .action(async (name: string, { email = '' }: { email?: string }) => {
      const password = await askPassword(terminal)
      await run(async (manager) => `已新建用户“${changed(await manager.add({ name, email, password }))}”。`)
    })
}

function listCommand(run: Run, { say }: CommandContext): Command {
  return new Command('list')
    .description('列出所有用户')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async (manager, now) => {
        const users = await manager.list()
        if (users.length === 0 && !json) return '还没有用户。'
        for (const user of users) say(json ? userJson(user) : userLine(user, now))
        return null
      }),
    )
}

function roleCommand(run: Run): Command {
  return new Command('role')
    .description('改变身份：用户、会员或管理员')
    .argument('<账号>')
    .argument('<身份>')
    .option('--days <天数>', '会员从现在起多少天，默认 365', daysOf)
    .action(async (login: string, text: string, { days = 365 }: { days?: number }) => {
      const wanted = roleOf(text, days)
      await run(async (manager) => `“${changed(await manager.setRole(login, wanted))}”的身份已改好。`)
    })
}

function passwordCommand(run: Run, { terminal }: CommandContext): Command {
  return new Command('password')
    .description('设置新密码，并在所有设备上退出；密码在终端里输入，或从标准输入读一行')
    .argument('<账号>')
    .action(async (login: string) => {
      const typed = await askPassword(terminal)
      await run(async (manager) => `“${changed(await manager.setPassword(login, typed))}”的密码已改好。`)
    })
}

function disableCommand(run: Run): Command {
  return new Command('disable')
    .description('停用账号，并在所有设备上退出')
    .argument('<账号>')
    .option('--undo', '重新启用')
    .action((login: string, { undo = false }: { undo?: boolean }) =>
      run(async (manager) => {
        const name = changed(await manager.setDisabled(login, !undo))
        return `“${name}”已${undo ? '重新启用' : '停用'}。`
      }),
    )
}
