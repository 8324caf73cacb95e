import { LegalKind } from '@yunmu/contract'
import { Command, InvalidArgumentError } from 'commander'
import { legalNames, type LegalText, type TextRefusal } from '../../domains/legal/index.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { parseNumber, readOperatorFile } from '../operator-input.ts'
import { withOutput, writeLines } from '../output-file.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

/** Messages for refused texts. */
const refusalMessages: Record<TextRefusal, string> = {
  TextEmpty: '这个文件是空的。',
  TextTooLong: '全文最多 10 万个字。',
  TextIsBanner: '文件开头是 npm 印出的行，不是条款：用 legal show <名称> --output <文件> 存下来再改。',
}

function parseKind(text: string): LegalKind {
  const kind = LegalKind.options.find((one) => one === text || legalNames[one] === text)
  if (kind === undefined) throw new InvalidArgumentError('')
  return kind
}

const kindHelp = LegalKind.options.map((kind) => `${kind}（${legalNames[kind]}）`).join('、')

/** `legal list|show|set`: terms, privacy, and terms of memberships. */
export function legalCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('legal')
    .description('用户协议、隐私政策和会员服务协议')
    .addCommand(listCommand(run, context))
    .addCommand(showCommand(run, context))
    .addCommand(setCommand(run, context))
}

const stateText = ({ isDefault, version, day }: LegalText): string =>
  isDefault ? `自带文本第 ${version} 版（${day}），请读一遍，并换成自己的` : `第 ${version} 版（${day}）`

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list').description('各用的是哪一版').action(() =>
    run(async ({ station }) => {
      for (const kind of LegalKind.options)
        print(`${kind.padEnd(10)}${legalNames[kind]}  ${stateText(await station.legal.current(kind))}`)
    }),
  )
}

function showCommand(run: StationRunner, context: CommandContext): Command {
  return withOutput(new Command('show'))
    .description('印出全文（Markdown），可以存成文件再改')
    .argument('<名称>', kindHelp, parseKind)
    .option('--version-number <数>', '以前的第几版；默认现在的', parseNumber)
    .action((kind: LegalKind, { versionNumber, output }: { versionNumber?: number; output?: string }) =>
      run(async ({ station }) => {
        const { legal } = station
        const found = versionNumber === undefined ? await legal.current(kind) : await legal.find(kind, versionNumber)
        if (!found) throw new UsageError(`《${legalNames[kind]}》没有第 ${versionNumber} 版。`)
        await writeLines(context, output, (line) => line(found.text.trim()))
      }),
    )
}

function setCommand(run: StationRunner, context: CommandContext): Command {
  return new Command('set')
    .description('发布新的一版，并发一条公告；以前的版本都留着')
    .argument('<名称>', kindHelp, parseKind)
    .argument('<文件>', 'Markdown：标题、列表、表格、链接和粗体；HTML 只当文字')
    .option('--quiet', '只改了错字，不发公告')
    .action(async (kind: LegalKind, file: string, { quiet = false }: { quiet?: boolean }) => {
      const text = (await readOperatorFile(context, file)).toString()
      await run(async ({ station }) => {
        const published = await station.legal.publish(kind, text, { isQuiet: quiet })
        if (typeof published === 'string') throw new UsageError(refusalMessages[published])
        context.print(`《${legalNames[kind]}》第 ${published} 版已发布${quiet ? '' : '，公告已发出'}。`)
      })
    })
}
