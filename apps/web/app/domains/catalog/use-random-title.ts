import { useState } from 'react'
import { useNavigate } from 'react-router'
import { perform } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import { detailsUrl } from '../../lib/urls.ts'

/** Opens the page of a random title of a category (0: all). `isPending` until the title is known. */
export function useRandomTitle(type = 0): { isPending: boolean; open: () => Promise<void> } {
  const script = useScript()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  return {
    isPending,
    async open() {
      setPending(true)
      const reply = await perform('vodRandom', { type, except: 0, count: 1 }, script)
      setPending(false)
      const [title] = reply?.list ?? []
      if (title) await navigate(detailsUrl(title))
    },
  }
}
