import { Command, InvalidArgumentError } from 'commander'
import type { Accounts, ManagedUser, ManagerRefusal, Role } from '../../domains/accounts/index.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { promptPassword } from '../prompt-password.ts'
import { createStationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { formatTime, managerMessages, userJson, userLine } from '../user-output.ts'
import { deleteCommand, disableCommand, findCommand, showCommand } from './user-find.ts'

type Manager = Accounts['manager']

/** Runs an action on accounts with an open station, and prints the message that it returns, if any. */
type Run = (act: (manager: Manager, nowSec: number) => Promise<string | null>) => Promise<void>

/** Parses a whole number of days within the allowed range. */
export function parseDays(text: string): number {
  const days = Number(text)
  if (!/^\d{1,4}$/.test(text) || days < 1 || days > 3650) throw new InvalidArgumentError('')
  return days
}

function parseRole(text: string): Role {
  if (text === '管理员' || text === 'admin') return 'admin'
  if (text === '用户' || text === 'user') return 'user'
  if (text === '会员' || text === 'vip')
    throw new UsageError('会员不是身份：开通用 user vip grant，取消用 user vip revoke。')
  throw new UsageError(`没有“${text}”这种身份：可用 用户、管理员（user、admin）。`)
}

/** `user add|list|find|show|role|vip|password|disable|enable|delete|minors`: management of accounts. */
export function userCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const at = createStationRunner(context, onCode)
  const run: Run = (act) =>
    at(async ({ platform, station }) => {
      const done = await act(station.accounts.manager, nowSec(platform.clock))
      if (done !== null) context.print(done)
    })
  return new Command('user')
    .description('用户')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(roleCommand(run))
    .addCommand(vipCommand(run))
    .addCommand(passwordCommand(run, context))
    .addCommand(disableCommand(at, context, true))
    .addCommand(disableCommand(at, context, false))
    .addCommand(findCommand(at, context))
    .addCommand(showCommand(at, context))
    .addCommand(deleteCommand(at, context))
    .addCommand(minorsCommand(run))
}

/** The changed user. @throws UsageError with the refusal's message */
function userOrThrow(done: ManagedUser | ManagerRefusal): ManagedUser {
  if (typeof done === 'string') throw new UsageError(managerMessages[done])
  return done
}

function addCommand(run: Run, { terminal }: CommandContext): Command {
  return new Command('add')
    .description('新建用户；密码在终端里输入，或从标准输入读一行')
    .argument('<账号>')
    .option('--email <地址>', '邮箱，可用来登录和找回密码')
    .action(async (name: string, { email = '' }: { email?: string }) => {
      const password = await promptPassword(terminal)
      await run(async (manager) => `已新建用户“${userOrThrow(await manager.add({ name, email, password })).name}”。`)
    })
}

function listCommand(run: Run, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出所有用户')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async (manager, now) => {
        const users = await manager.list()
        if (users.length === 0 && !json) return '还没有用户。'
        for (const user of users) print(json ? userJson(user) : userLine(user, now))
        return null
      }),
    )
}

function roleCommand(run: Run): Command {
  return new Command('role')
    .description('改变身份：用户或管理员；不影响会员')
    .argument('<账号>')
    .argument('<身份>')
    .action(async (login: string, text: string) => {
      const role = parseRole(text)
      await run(async (manager) => `“${userOrThrow(await manager.setRole(login, role)).name}”的身份已改好。`)
    })
}

function vipCommand(run: Run): Command {
  const grant = new Command('grant')
    .description('开通或延长会员：还在有效期内的，从到期时接着算')
    .argument('<账号>')
    .option('--days <天数>', '多少天，默认 365', parseDays)
    .action((login: string, { days = 365 }: { days?: number }) =>
      run(async (manager) => {
        const { name, userEndTime } = userOrThrow(await manager.grantVip(login, days))
        const granted = userEndTime === 0 ? '没有到期日' : `加了 ${days} 天，到 ${formatTime(userEndTime)}`
        return `“${name}”的会员${granted}。`
      }),
    )
  const revoke = new Command('revoke')
    .description('立即取消会员；不影响身份')
    .argument('<账号>')
    .action((login: string) =>
      run(async (manager) => `“${userOrThrow(await manager.revokeVip(login)).name}”不再是会员。`),
    )
  return new Command('vip').description('会员').addCommand(grant).addCommand(revoke)
}

function passwordCommand(run: Run, { terminal }: CommandContext): Command {
  return new Command('password')
    .description('设置新密码，并在所有设备上退出；密码在终端里输入，或从标准输入读一行')
    .argument('<账号>')
    .action(async (login: string) => {
      const password = await promptPassword(terminal)
      await run(async (manager) => `“${userOrThrow(await manager.setPassword(login, password)).name}”的密码已改好。`)
    })
}

function minorsCommand(run: Run): Command {
  return new Command('minors')
    .description('监护密码忘了：关闭账号的未成年人模式')
    .argument('<账号>')
    .requiredOption('--off', '关闭')
    .action((login: string) =>
      run(async (manager) => `“${userOrThrow(await manager.endMinors(login)).name}”的未成年人模式已关闭。`),
    )
}
