import type { Command, CommanderError } from 'commander'
import type { Terminal } from './command-context.ts'
import { widthOf } from './import-report.ts'

const titles: Record<string, string> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
}

const wrongUses: Record<string, string> = {
  'commander.help': '缺少命令',
  'commander.missingArgument': '缺少参数',
  'commander.unknownCommand': '没有这个命令',
  'commander.unknownOption': '没有这个选项',
  'commander.excessArguments': '参数太多',
  'commander.optionMissingArgument': '选项缺少值',
  'commander.missingMandatoryOptionValue': '缺少选项',
  'commander.invalidArgument': '选项的值不对',
}

/** Makes a command and those below it explain themselves in Chinese, and leave it to us to say what went wrong. */
export function speakChinese(command: Command, terminal: Terminal): Command {
  const { output } = terminal
  command
    .usage(command.commands.length > 0 ? '<命令>' : ['[选项]', ...command.registeredArguments.map(named)].join(' '))
    .helpOption('-h, --help', '显示用法')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void output.write(text),
      getOutHelpWidth: () => output.columns || 80,
      writeErr: () => undefined,
      outputError: () => undefined,
    })
    .configureHelp({
      displayWidth: widthOf,
      styleTitle: (title) => titles[title] ?? title,
      subcommandTerm: (sub) => [sub.name(), ...sub.registeredArguments.map(named)].join(' '),
    })
  for (const each of command.commands) speakChinese(each, terminal)
  return command
}

const named = (argument: { name(): string }): string => `<${argument.name()}>`

/** What is wrong with a use of a command, and which word of it. */
export function wrongUseOf({ code, message }: CommanderError): string {
  const words = [...message.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  return [wrongUses[code] ?? '用法不对', ...(words.length > 0 ? [words.join(' ')] : [])].join('：')
}
