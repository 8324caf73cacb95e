import { ModerationWords } from '@yunmu/contract'
import { Command, Argument } from 'commander'
import type { StationRunner } from '../station-runner.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { readOperatorFile } from '../operator-input.ts'
import { printable } from '../moderation-output.ts'

type List = keyof ModerationWords

/** Chinese names of the lists. */
const lists: Readonly<Record<string, List>> = { 禁止: 'refused', 待审: 'held' }
const listNames: Readonly<Record<List, string>> = { refused: '禁止', held: '待审' }

const listArgument = (): Argument => new Argument('<名单>', '禁止：不让发；待审：先不公开').choices(Object.keys(lists))

/** The named list. Commander has already refused other names. */
const parseList = (name: string): List => lists[name] ?? 'held'

/** `moderation words list|add|remove|load`: lists of words that are refused or held for review. */
export function wordsCommand(run: StationRunner, context: CommandContext): Command {
  const { print } = context
  const change = (act: (words: ModerationWords) => ModerationWords): Promise<void> =>
    run(async ({ station }) => {
      const { refused, held } = await station.moderation.operator.words.change((words) => {
        const wanted = ModerationWords.safeParse(act(words))
        if (!wanted.success)
          throw new UsageError('每个词要 1 到 40 个字，每个名单最多 20000 个词，两个名单加起来最多 200000 个字。')
        return wanted.data
      })
      print(`现在禁止 ${refused.length} 个词，待审 ${held.length} 个词。`)
    })

  return new Command('words')
    .description('不能出现的词，简繁体、全半角、中间加空格和标点都一样对待')
    .addCommand(
      new Command('list').description('列出所有的词').action(() =>
        run(async ({ station }) => {
          const words = await station.moderation.operator.words.read()
          if (words.refused.length + words.held.length === 0) print('还没有词。')
          for (const list of ['refused', 'held'] as const)
            for (const word of words[list]) print(`${listNames[list]}  ${printable(word)}`)
        }),
      ),
    )
    .addCommand(
      new Command('add')
        .description('加几个词')
        .addArgument(listArgument())
        .argument('<词...>')
        .action((name: string, added: string[]) =>
          change((words) => ({ ...words, [parseList(name)]: [...words[parseList(name)], ...added] })),
        ),
    )
    .addCommand(
      new Command('remove')
        .description('从两个名单里去掉几个词')
        .argument('<词...>')
        .action((removed: string[]) => {
          const remaining = (words: readonly string[]): string[] => words.filter((word) => !removed.includes(word))
          return change(({ refused, held }) => ({ refused: remaining(refused), held: remaining(held) }))
        }),
    )
    .addCommand(
      new Command('load')
        .description('用一个文本文件换掉整个名单，每行一个词')
        .addArgument(listArgument())
        .argument('<文件>')
        .action(async (name: string, file: string) => {
          const lines = (await readOperatorFile(context, file))
            .toString()
            .split(/\r?\n/)
            .map((line) => line.trim())
          await change((words) => ({ ...words, [parseList(name)]: lines.filter(Boolean) }))
        }),
    )
}
