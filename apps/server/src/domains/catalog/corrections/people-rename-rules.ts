/** The people of a title. */
interface Credits {
  directors: readonly string[]
  actors: readonly { name: string; role: string }[]
}

/** The columns that change when a person gets another name; one who is named under both is named once. */
export function renamePerson({ directors, actors }: Credits, from: string, to: string): Partial<Credits> {
  const renamed: Partial<Credits> = {}
  if (directors.includes(from)) renamed.directors = [...new Set(directors.map((name) => (name === from ? to : name)))]
  if (actors.some(({ name }) => name === from)) {
    const merged = new Map<string, { name: string; role: string }>()
    for (const actor of actors) {
      const name = actor.name === from ? to : actor.name
      const earlier = merged.get(name)
      // Several roles of one person stay, unless one of them was made by this change.
      const key = earlier && name !== to ? `${name} ${actor.role}` : name
      if (!earlier || key !== name) merged.set(key, { ...actor, name })
      else if (earlier.role === '') merged.set(name, { name, role: actor.role })
    }
    renamed.actors = [...merged.values()]
  }
  return renamed
}
