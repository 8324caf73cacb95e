import { Command } from 'commander'
import type { AuditEntry, UndoRefusal } from '../../platform/audit/audit.ts'
import { nowSec } from '../../platform/process/clock.ts'
import type { Station } from '../../station.ts'
import { entryLines, titlesIn, type AuditNames } from '../audit-output.ts'
import { subjectTexts } from '../audit-texts.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor } from '../correction-output.ts'
import { parseNumber } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

const refusals: Readonly<Record<UndoRefusal, string>> = {
  NoSuchEntry: '审计日志里没有这一条。用 audit list 查编号。',
  CannotBeUndone: '这一条不能撤销。',
  UndoneAlready: '这一条已经撤销过了。',
  TooLateToUndo: '已经超过 30 天，不能撤销了。',
  ChangedSince: '在那以后又有改动，和这一条冲突，什么也没有改。请先撤销后来的改动（audit list 看先后）。',
}

/** The names of what entries are about in the log, by what operators write. */
const kinds = new Map(
  Object.entries(subjectTexts)
    .toReversed()
    .map(([kind, text]) => [text, kind]),
)

/** `audit list|undo`: what operators did. */
export function auditCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('audit')
    .description('审计日志：谁在什么时候改了什么，以及撤销')
    .addCommand(listCommand(run, context))
    .addCommand(undoCommand(run, context))
}

/** `12`, `影片 12` or `title 12` as the log names it. */
function subjectOf(text: string): string {
  const words = text.trim().split(/[\s:：]+/)
  const [first = '', ...rest] = words
  return rest.length === 0 && /^\d+$/.test(first) ? `title ${first}` : [kinds.get(first) ?? first, ...rest].join(' ')
}

/** Names of what entries have numbers of. */
async function namesOf({ catalog }: Station, entries: readonly AuditEntry[]): Promise<AuditNames> {
  const [facts, categories] = await Promise.all([
    catalog.collected.facts(titlesIn(entries)),
    catalog.corrections.site.categories(),
  ])
  const tops = new Map(categories.map(({ id, name }) => [id, name]))
  return {
    titles: new Map(facts.map(({ id, name }) => [id, name])),
    categories: new Map(categories.map(({ id, pid, name }) => [id, [tops.get(pid) ?? '', name].join(' ').trim()])),
  }
}

interface ListOptions {
  of?: string
  by?: string
  limit?: number
  json?: true
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出最近的改动，新的在前')
    .option('--of <对象>', '只要关于它的，如 12（影片编号）、"title 12"')
    .option('--by <谁>', '只要这个人做的')
    .option('--limit <数量>', '最多列多少，默认 20', parseNumber)
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ of, by, limit = 20, json }: ListOptions) =>
      run(async ({ station, platform }) => {
        const filter = {
          ...(of === undefined ? {} : { subject: subjectOf(of) }),
          ...(by === undefined ? {} : { actor: by }),
        }
        const entries = await station.audit.find(filter, limit)
        if (entries.length === 0 && !json) print('没有记录。')
        if (json) {
          for (const entry of entries) print(JSON.stringify(entry))
          return undefined
        }
        const now = nowSec(platform.clock)
        const names = await namesOf(station, entries)
        for (const line of entries.flatMap((entry) => entryLines(entry, now, names))) print(line)
        return undefined
      }),
    )
}

function undoCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('undo')
    .description('撤销一条改动，30 天内有效；后来又改过的会被拒绝')
    .argument('<编号>', 'audit list 里的编号')
    .action((text: string) => {
      if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`“${text}”不是审计日志的编号。`)
      return run(async ({ station }) => {
        const done = await station.audit.undo(Number(text), commandLineActor)
        if (typeof done === 'string') throw new UsageError(refusals[done])
        print(`已撤销，记为第 ${done.entryId} 条。`)
        return undefined
      })
    })
}
