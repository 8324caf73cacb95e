import { Command } from 'commander'
import { createStationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { managerMessages } from '../user-output.ts'
import { parseDays } from './user.ts'

const maxNameLength = 40

/** `token issue`: a named session for an operator's program, valid for some days. */
export function tokenCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const issue = new Command('issue')
    .description('为自动化程序签发令牌；只显示这一次，可在该用户的登录列表里结束')
    .argument('<账号>')
    .requiredOption('--name <名称>', '给令牌起的名字，显示在登录列表里')
    .option('--days <天数>', '有效多少天，默认 30', parseDays)
    .action(async (login: string, { name, days = 30 }: { name: string; days?: number }) => {
      if (name.trim() === '' || [...name].length > maxNameLength)
        throw new UsageError(`名称要 1 到 ${maxNameLength} 个字。`)
      await createStationRunner(
        context,
        onCode,
      )(async ({ station }) => {
        const issued = await station.accounts.manager.issueToken(login, { name: name.trim(), days })
        if (typeof issued === 'string') throw new UsageError(managerMessages[issued])
        context.printError(`给“${issued.user.name}”的令牌，${days} 天内有效。请像密码一样保管：`)
        context.print(issued.token)
      })
    })
  return new Command('token').description('给程序用的令牌').addCommand(issue)
}
