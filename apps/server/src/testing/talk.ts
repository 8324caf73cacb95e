import type { TestApp } from './test-app.ts'

/** Makes everybody's account a month old: nobody is new, who would have to read pictures before writing. */
export async function letPeopleBeKnown({ platform }: Pick<TestApp, 'platform'>): Promise<void> {
  await platform.pool.query('update app_user set created_at = created_at - 30 * 24 * 3600')
}
