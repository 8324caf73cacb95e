import { Command, InvalidArgumentError } from 'commander'
import type { Accounts, ManagedUser, ManagerRefusal, Role } from '../../domains/accounts/index.ts'
import { nowSec } from '../../platform/clock.ts'
import { askPassword } from '../ask-password.ts'
import { exitCodes, WrongUse, type CommandContext } from '../command-context.ts'
import { managerRefusals, userJson, userLine } from '../user-words.ts'

type Manager = Accounts['manager']

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
  const run = async (act: (manager: Manager, nowSec: number) => Promise<string | null>): Promise<void> => {
    const { ground, station, close } = await context.openStation()
    try {
      const done = await act(station.accounts.manager, nowSec(ground.clock))
      if (done !== null) context.say(done)
      onCode(exitCodes.well)
    } finally {
      await close()
    }
  }
  const changing = (
    wish: (manager: Manager) => Promise<ManagedUser | ManagerRefusal>,
    words: (name: string) => string,
  ) =>
    run(async (manager) => {
      const done = await wish(manager)
      if (typeof done === 'string') throw new WrongUse(managerRefusals[done])
      return words(done.name)
    })

  const add = new Command('add')
    .description('新建用户；密码在终端里输入，或从标准输入读一行')
    .argument('<账号>')
    .option('--email <地址>', '邮箱，可用来登录和找回密码')
    .action(async (name: string, { email = '' }: { email?: string }) => {
      const password = await askPassword(context.hint)
      await changing(
        (manager) => manager.add({ name, email, password }),
        (added) => `已新建用户“${added}”。`,
      )
    })
  const list = new Command('list')
    .description('列出所有用户')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async (manager, now) => {
        const users = await manager.list()
        if (users.length === 0 && !json) return '还没有用户。'
        for (const user of users) context.say(json ? userJson(user) : userLine(user, now))
        return null
      }),
    )
  const role = new Command('role')
    .description('改变身份：用户、会员或管理员')
    .argument('<账号>')
    .argument('<身份>')
    .option('--days <天数>', '会员从现在起多少天，默认 365', daysOf)
    .action(async (login: string, text: string, { days = 365 }: { days?: number }) => {
      const wanted = roleOf(text, days)
      await changing(
        (manager) => manager.setRole(login, wanted),
        (name) => `“${name}”的身份已改好。`,
      )
    })
  const password = new Command('password')
    .description('设置新密码，并在所有设备上退出；密码在终端里输入，或从标准输入读一行')
    .argument('<账号>')
    .action(async (login: string) => {
      const typed = await askPassword(context.hint)
      await changing(
        (manager) => manager.setPassword(login, typed),
        (name) => `“${name}”的密码已改好。`,
      )
    })
  const disable = new Command('disable')
    .description('停用账号，并在所有设备上退出')
    .argument('<账号>')
    .option('--undo', '重新启用')
    .action((login: string, { undo = false }: { undo?: boolean }) =>
      changing(
        (manager) => manager.setDisabled(login, !undo),
        (name) => `“${name}”已${undo ? '重新启用' : '停用'}。`,
      ),
    )
  return [add, list, role, password, disable].reduce(
    (user, command) => user.addCommand(command),
    new Command('user').description('用户'),
  )
}
