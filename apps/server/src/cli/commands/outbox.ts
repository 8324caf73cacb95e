import { Command, InvalidArgumentError } from 'commander'
import type { Mail } from '../../domains/mail/index.ts'
import { createStationRunner } from '../station-runner.ts'
import type { CommandContext } from '../command-context.ts'
import { formatTime } from '../user-output.ts'

function parseCount(text: string): number {
  const count = Number(text)
  if (!/^\d{1,4}$/.test(text) || count < 1) throw new InvalidArgumentError('')
  return count
}

function mailText({ to, subject, text, createdAt, sentAt, failure }: Mail): string {
  const state =
    sentAt !== null ? `已寄出 ${formatTime(sentAt)}` : failure === '' ? '在发件箱里' : `被邮件服务器拒收（${failure}）`
  const body = text === '' ? '' : `\n\n${text.replace(/^/gm, '    ')}`
  return `${formatTime(createdAt)}  ${to}\n${subject}  ·  ${state}${body}\n`
}

/**
 * `outbox`: the mail of the last seven days, newest first. Without a mail server the operator reads verification codes
 * here.
 */
export function outboxCommand(context: CommandContext, onCode: (code: number) => void): Command {
  return new Command('outbox')
    .description('查看发件箱：没有设置 SMTP_URL 时，验证码邮件都在这里')
    .option('--count <封数>', '最多列出多少封，默认 20', parseCount)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(async ({ count = 20, json = false }: { count?: number; json?: boolean }) => {
      await createStationRunner(
        context,
        onCode,
      )(async ({ station }) => {
        const mails = await station.mailer.list(count)
        if (mails.length === 0 && !json) context.print('发件箱是空的。')
        for (const mail of mails) context.print(json ? JSON.stringify(mail) : mailText(mail))
      })
    })
}
