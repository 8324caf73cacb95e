import { Command } from 'commander'
import { UsageError, type CommandContext } from '../command-context.ts'
import { moneyText, parseAmount } from '../money-output.ts'
import { parseId } from '../operator-input.ts'
import { createStationRunner, type StationRunner } from '../station-runner.ts'
import { parseDays } from './user.ts'

interface PlanOptions {
  name?: string
  days?: number
  yuan?: number
  euro?: number
  mark?: string
}

const maxNameLength = 20
const maxMarkLength = 6

/** `plans add|list|change|remove`: what is sold. */
export function plansCommand(context: CommandContext, onCode: (code: number) => void): Command {
  const run = createStationRunner(context, onCode)
  return new Command('plans')
    .description('会员套餐')
    .addCommand(addCommand(run, context))
    .addCommand(listCommand(run, context))
    .addCommand(changeCommand(run, context))
    .addCommand(removeCommand(run, context))
}

/** @throws UsageError if a text is too long or a name is empty */
function checkTexts({ name, mark }: PlanOptions): void {
  if (name !== undefined && (name.trim() === '' || [...name].length > maxNameLength))
    throw new UsageError(`套餐名要 1 到 ${maxNameLength} 个字。`)
  if (mark !== undefined && [...mark].length > maxMarkLength) throw new UsageError(`角标最多 ${maxMarkLength} 个字。`)
}

const withPrices = (command: Command): Command =>
  command
    .option('--yuan <金额>', '人民币价格，如 29.90', parseAmount)
    .option('--euro <金额>', '欧元价格，如 3.99', parseAmount)
    .option('--mark <文字>', '角标，如“省 20%”')

function addCommand(run: StationRunner, { print }: CommandContext): Command {
  return withPrices(
    new Command('add')
      .description('新建套餐；没有写价格的币种就不卖')
      .argument('<名称>')
      .requiredOption('--days <天数>', '多少天', parseDays),
  ).action(async (name: string, { days = 0, yuan = 0, euro = 0, mark = '' }: PlanOptions) => {
    checkTexts({ name, mark })
    if (yuan === 0 && euro === 0) throw new UsageError('要用 --yuan 或 --euro 写价格。')
    await run(async ({ station }) => {
      const { plans } = station.vip.operator
      const same = (await plans.list()).find((plan) => plan.name === name)
      const id = await plans.add({ name, days, amount: yuan, currencyAmount: euro, mark })
      print(`已新建套餐 ${id}。`)
      if (same) print(`已有同名的套餐 ${same.id}，两个都在卖；不要的用 plans remove。`)
      return undefined
    })
  })
}

function listCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('list')
    .description('列出在卖的套餐')
    .option('--json', '每行一个 JSON，供其他程序读取')
    .action(({ json = false }: { json?: boolean }) =>
      run(async ({ station }) => {
        const plans = await station.vip.operator.plans.list()
        if (plans.length === 0 && !json) print('还没有套餐。')
        for (const plan of plans) {
          const { id, name, days, amount, currencyAmount, mark } = plan
          const prices = [
            amount > 0 && moneyText(amount, 'CNY'),
            currencyAmount > 0 && moneyText(currencyAmount, 'EUR'),
          ]
          const text = [id, name, `${days} 天`, ...prices.filter((price) => price !== false), mark]
          print(json ? JSON.stringify(plan) : text.filter((part) => part !== '').join('  '))
        }
        return undefined
      }),
    )
}

function changeCommand(run: StationRunner, { print }: CommandContext): Command {
  return withPrices(
    new Command('change')
      .description('改套餐；已经下的订单不变')
      .argument('<编号>')
      .option('--name <名称>', '名称')
      .option('--days <天数>', '多少天', parseDays),
  ).action(async (text: string, { name, days, yuan, euro, mark }: PlanOptions) => {
    checkTexts({ ...(name !== undefined && { name }), ...(mark !== undefined && { mark }) })
    const id = parseId(text, '套餐')
    await run(async ({ station }) => {
      const { plans } = station.vip.operator
      const present = (await plans.list()).find((plan) => plan.id === id)
      if (!present) throw new UsageError(`没有编号为“${text}”的套餐。`)
      if ((yuan ?? present.amount) === 0 && (euro ?? present.currencyAmount) === 0)
        throw new UsageError('两种价格不能都是 0：不卖了用 plans remove。')
      await plans.change(id, {
        ...(name !== undefined && { name }),
        ...(days !== undefined && { days }),
        ...(yuan !== undefined && { amount: yuan }),
        ...(euro !== undefined && { currencyAmount: euro }),
        ...(mark !== undefined && { mark }),
      })
      print(`已改好套餐 ${id}。`)
      return undefined
    })
  })
}

function removeCommand(run: StationRunner, { print }: CommandContext): Command {
  return new Command('remove')
    .description('不再卖一个套餐；已经下的订单不变')
    .argument('<编号>')
    .action(async (text: string) => {
      const id = parseId(text, '套餐')
      await run(async ({ station }) => {
        if (!(await station.vip.operator.plans.remove(id))) throw new UsageError(`没有编号为“${text}”的套餐。`)
        print(`不再卖套餐 ${id}。`)
        return undefined
      })
    })
}
