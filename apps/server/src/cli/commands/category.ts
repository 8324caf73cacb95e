import { Command } from 'commander'
import type { CategoryFields } from '../../domains/catalog/index.ts'
import { UsageError, type CommandContext } from '../command-context.ts'
import { commandLineActor, parseLine, printCorrected } from '../correction-output.ts'
import { parseId } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'

const maxName = 20
const maxValues = 60

/** `category list|add|set|order|hide`: corrections of categories. */
export function categoryCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('category')
    .description('分类：列出、新建、改字段、排序、隐藏')
    .addCommand(listCommand(run, context))
    .addCommand(addCommand(run, context))
    .addCommand(setCommand(run, context))
    .addCommand(orderCommand(run, context))
    .addCommand(hideCommand(run, context))
}

/** @throws UsageError */
function parseWord(text: string): string {
  const word = text.trim().toLowerCase()
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(word))
    throw new UsageError('网址里的名字要用小写字母和数字，以字母开头，如 duanju。')
  return word
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list').description('列出所有分类，隐藏的也在内').action(() =>
    run(async ({ station }) => {
      for (const { id, pid, name, typeEn, hidden, titles } of await station.catalog.corrections.site.categories())
        print(
          `${pid === 0 ? '' : '  '}${String(id).padEnd(6)}${name}  ${typeEn}  ${titles} 部${hidden ? '  已隐藏' : ''}`,
        )
      return undefined
    }),
  )
}

function addCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('add')
    .description('新建分类')
    .argument('<名称>')
    .argument('<网址里的名字>', '小写字母和数字，如 duanju')
    .option('--in <分类>', '放在哪个大类里，不写则是新的大类')
    .action((text: string, word: string, { in: parent }: { in?: string }) => {
      const category = {
        name: parseLine(text, '名称', maxName),
        typeEn: parseWord(word),
        parentId: parent === undefined ? 0 : parseId(parent, '分类'),
      }
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.site.addCategory(commandLineActor, category),
          ({ categoryId }) => `已新建分类“${category.name}”，编号 ${categoryId}。`,
        ),
      )
    })
}

const listFields = { 地区: 'areas', 类型: 'genres', 语言: 'langs' } as const
const isListField = (name: string): name is keyof typeof listFields => Object.hasOwn(listFields, name)

/** @throws UsageError */
function parseFields(texts: readonly string[]): CategoryFields {
  const fields: CategoryFields = {}
  for (const text of texts) {
    const [, field = '', value = ''] = /^([^=＝]+)[=＝](.*)$/s.exec(text) ?? []
    const name = field.trim()
    if (name === '名称') fields.name = parseLine(value, '名称', maxName)
    else if (name === '网址') fields.typeEn = parseWord(value)
    else if (isListField(name)) {
      const words = value.split(/[、,，]/).map((word) => word.trim())
      const list = [...new Set(words)].filter((word) => word !== '')
      if (list.length > maxValues) throw new UsageError(`${name}最多 ${maxValues} 个。`)
      fields[listFields[name]] = list.map((word) => parseLine(word, name, maxName))
    } else throw new UsageError(`看不懂“${text}”，要写成 字段=值；字段有 名称、网址、地区、类型、语言。`)
  }
  return fields
}

function setCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('set')
    .description('改分类的字段：名称、网址，以及筛选用的 地区、类型、语言')
    .argument('<分类>', '分类编号')
    .argument('<字段=值...>', '如 名称=短剧 类型=甜宠、逆袭')
    .action((text: string, texts: string[]) => {
      const [id, fields] = [parseId(text, '分类'), parseFields(texts)]
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.site.setCategory(commandLineActor, id, fields),
          () => '分类已改好。',
        ),
      )
    })
}

function orderCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('order')
    .description('排大类的先后，或一个大类里小类的先后；同一层的都要写上')
    .argument('<分类...>', '分类编号，按新的先后')
    .action((texts: string[]) => {
      const ids = texts.map((text) => parseId(text, '分类'))
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.site.orderCategories(commandLineActor, ids),
          () => '分类的先后已改好。',
        ),
      )
    })
}

function hideCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('hide')
    .description('隐藏分类和里面的影片')
    .argument('<分类>', '分类编号')
    .option('--off', '重新显示')
    .action((text: string, { off = false }: { off?: boolean }) => {
      const id = parseId(text, '分类')
      return run(async ({ station }) =>
        printCorrected(
          print,
          await station.catalog.corrections.site.setCategory(commandLineActor, id, { hidden: !off }),
          () => (off ? '分类已重新显示。' : '分类已隐藏。'),
        ),
      )
    })
}
