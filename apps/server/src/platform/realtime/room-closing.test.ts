import { expect, test, vi } from 'vitest'
import { openPage } from '../../testing/realtime-page.ts'
import { openRealtimeAlone } from './realtime-alone.fixture.ts'

const room = 'match:7'
/** Polls until true, for busy machines. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 40_000 })

test('[B12] a page whose admission was checked before its room was closed is refused, not left in it', async () => {
  let isOpen = true
  let checks = 0
  let finishCheck = (): void => {}
  const { address, realtime } = await openRealtimeAlone({
    async canJoin() {
      checks++
      const is = isOpen
      await new Promise<void>((resolve) => {
        finishCheck = resolve
      })
      return is
    },
  })
  const page = await openPage(address)
  page.say({ join: room })
  await soon(() => expect(checks).toBe(1))
  isOpen = false
  realtime.closeRooms((name) => name === room)
  finishCheck()
  await soon(() => expect(checks).toBe(2))
  finishCheck()
  await soon(() => expect(page.heard).toContainEqual({ room, refused: true }))
  expect(realtime.rooms()).toEqual([])
})
