import * as z from 'zod/mini'

/** A top category with its children and the filter values of its browse page. */
export const Category = z.object({
  id: z.int(),
  name: z.string(),
  typeEn: z.string(),
  children: z.array(z.object({ id: z.int(), name: z.string() })),
  areas: z.array(z.string()),
  years: z.array(z.string()),
  genres: z.array(z.string()),
  letters: z.array(z.string()),
  langs: z.array(z.string()),
})
export type Category = z.output<typeof Category>
