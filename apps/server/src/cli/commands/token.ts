import { Command } from 'commander'
import type { TokenScope } from '../../domains/accounts/index.ts'
import { createStationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { managerMessages } from '../user-output.ts'
import { parseDays } from './user.ts'

const maxNameLength = 40

interface TokenOptions {
  name: string
  days?: number
  for?: string
}

function parseScope(text: string): TokenScope {
  if (text === '后台' || text === 'console') return 'console'
  if (text === '账号' || text === 'account') return 'account'
  throw new UsageError(`没有“${text}”这种用途：可用 后台、账号（console、account）。`)
}

/** `token issue`: a named session for an operator's program, valid for some days. */
export function tokenCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const issue = new Command('issue')
    .description('为自动化程序签发令牌；只显示这一次，可在该用户的登录列表里结束')
    .argument('<账号>')
    .requiredOption('--name <名称>', '给令牌起的名字，显示在登录列表里')
    .option('--days <天数>', '有效多少天，默认 30', parseDays)
    .option('--for <用途>', '后台（console）：只能调用 /console/ 下的接口；账号（account）：只能调用别的；默认后台')
    .action(async (login: string, { name, days = 30, for: use = 'console' }: TokenOptions) => {
      if (name.trim() === '' || [...name].length > maxNameLength)
        throw new UsageError(`名称要 1 到 ${maxNameLength} 个字。`)
      const scope = parseScope(use)
      await createStationRunner(
        context,
        onCode,
      )(async ({ station }) => {
        const issued = await station.accounts.manager.issueToken(login, { name: name.trim(), days, scope })
        if (typeof issued === 'string') throw new UsageError(managerMessages[issued])
        const label = scope === 'console' ? '后台' : '账号'
        context.printError(`给“${issued.user.name}”的${label}令牌，${days} 天内有效。请像密码一样保管：`)
        context.print(issued.token)
      })
    })
  return new Command('token').description('给程序用的令牌').addCommand(issue)
}
