import type { Command, CommanderError } from 'commander'
import type { Terminal } from './command-context.ts'
import { widthOf } from './import-report.ts'

const titles: Record<string, string> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
}

const usageErrors: Record<string, string> = {
  'commander.help': '缺少命令',
  'commander.missingArgument': '缺少参数',
  'commander.unknownCommand': '没有这个命令',
  'commander.unknownOption': '没有这个选项',
  'commander.excessArguments': '参数太多',
  'commander.optionMissingArgument': '选项缺少值',
  'commander.missingMandatoryOptionValue': '缺少选项',
  'commander.invalidArgument': '选项的值不对',
}

/** Translates the usage of a command and its subcommands to Chinese, and silences Commander's own error output. */
export function translateUsage(command: Command, terminal: Terminal): Command {
  const { output } = terminal
  command
    .usage(
      command.commands.length > 0 ? '<命令>' : ['[选项]', ...command.registeredArguments.map(argumentTerm)].join(' '),
    )
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
      subcommandTerm: (sub) => [sub.name(), ...sub.registeredArguments.map(argumentTerm)].join(' '),
    })
  for (const each of command.commands) translateUsage(each, terminal)
  return command
}

const argumentTerm = (argument: { name(): string; required: boolean }): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`

/** The message for a wrong use, with the words that it is about. */
export function usageErrorMessage({ code, message }: CommanderError): string {
  const words = [...message.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
  return [usageErrors[code] ?? '用法不对', ...(words.length > 0 ? [words.join(' ')] : [])].join('：')
}
