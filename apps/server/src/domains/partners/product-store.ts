import type { Audience, PartnerProduct } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { ProductInput } from './partners-rules.ts'
import type { PartnersTables } from './partners-tables.ts'

export interface ProductStore {
  /** In the order of the page. */
  list(): Promise<PartnerProduct[]>
  /** Adds a product at the end. */
  add(product: ProductInput): Promise<number>
  /** Changes the given fields; false if there is no such product. */
  change(id: number, fields: Partial<ProductInput>): Promise<boolean>
  /** Puts a product at a place, from 1; false if there is no such product. */
  move(id: number, place: number): Promise<boolean>
  remove(id: number): Promise<boolean>
  audience(): Promise<Audience>
  setAudience(audience: Audience): Promise<void>
}

export function createProductStore(db: Kysely<PartnersTables>): ProductStore {
  const list = (): Promise<PartnerProduct[]> =>
    db
      .selectFrom('partner_product')
      .select(['id', 'kind', 'name', 'line', 'facts', 'intro'])
      .orderBy('position')
      .orderBy('id')
      .execute()
  return {
    list,
    async add({ facts, ...product }) {
      const position = sql<number>`(select coalesce(max(position), 0) + 1 from partner_product)`
      const row = { ...product, facts: JSON.stringify(facts), position }
      return (await db.insertInto('partner_product').values(row).returning('id').executeTakeFirstOrThrow()).id
    },
    async change(id, { facts, ...fields }) {
      const { numUpdatedRows } = await db
        .updateTable('partner_product')
        .set({ ...fields, ...(facts && { facts: JSON.stringify(facts) }), position: sql`position` })
        .where('id', '=', id)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async move(id, place) {
      const ids = (await list()).map((product) => product.id)
      if (!ids.includes(id)) return false
      const others = ids.filter((other) => other !== id)
      const ordered = others.toSpliced(place - 1, 0, id)
      await sql`
        update partner_product set position = placed.position
        from unnest(${ordered}::int[]) with ordinality as placed (id, position)
        where partner_product.id = placed.id`.execute(db)
      return true
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom('partner_product').where('id', '=', id).executeTakeFirst()
      return numDeletedRows > 0n
    },
    async audience() {
      const source = await db.selectFrom('partner_audience').select('source').executeTakeFirst()
      if (!source) return { source: '', figures: [] }
      const figures = await db
        .selectFrom('partner_figure')
        .select(['name', 'value', 'unit'])
        .orderBy('position')
        .execute()
      return { source: source.source, figures }
    },
    async setAudience({ source, figures }) {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('partner_figure').execute()
        await tx.deleteFrom('partner_audience').execute()
        if (source === '' || figures.length === 0) return
        await tx.insertInto('partner_audience').values({ source }).execute()
        await tx
          .insertInto('partner_figure')
          .values(figures.map((figure, at) => ({ ...figure, position: at + 1 })))
          .execute()
      })
    },
  }
}
