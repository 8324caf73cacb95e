import type { TestStation } from './in-process-station.ts'

/** Adds a user without an e-mail address. Returns a token that signs a browser in. */
export async function addUser({ station }: Pick<TestStation, 'station'>, name: string): Promise<string> {
  const { manager } = station.accounts
  await manager.add({ name, email: '', password: 'wanquan-budui-93' })
  const issued = await manager.issueToken(name, { name: '测试', days: 1 })
  if (typeof issued === 'string') throw new Error(issued)
  return issued.token
}
