import { Command } from 'commander'
import { atStation } from '../at-station.ts'
import { WrongUse, type CommandContext } from '../command-context.ts'
import { managerRefusals } from '../user-words.ts'
import { daysOf } from './user.ts'

const longestName = 40

/** `token issue`: a session for a program of the operator's, under a name, for some days. */
export function tokenCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const issue = new Command('issue')
    .description('为自动化程序签发令牌；只显示这一次，可在该用户的登录列表里结束')
    .argument('<账号>')
    .requiredOption('--name <名称>', '给令牌起的名字，显示在登录列表里')
    .option('--days <天数>', '有效多少天，默认 30', daysOf)
    .action(async (login: string, { name, days = 30 }: { name: string; days?: number }) => {
      if (name.trim() === '' || [...name].length > longestName) throw new WrongUse(`名称要 1 到 ${longestName} 个字。`)
      await atStation(
        context,
        onCode,
      )(async ({ station }) => {
        const issued = await station.accounts.manager.issueToken(login, { name: name.trim(), days })
        if (typeof issued === 'string') throw new WrongUse(managerRefusals[issued])
        context.hint(`给“${issued.user.name}”的令牌，${days} 天内有效。请像密码一样保管：`)
        context.say(issued.token)
      })
    })
  return new Command('token').description('给程序用的令牌').addCommand(issue)
}
