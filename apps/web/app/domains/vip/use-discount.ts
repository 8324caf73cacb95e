import { useState } from 'react'
import { useStore } from 'zustand'
import { choice } from './checkout.ts'
import type { Discount } from './discount-code.tsx'

/** The discount of the accepted code. It ends with the code, which ends with another choice. */
export function useDiscount(): readonly [Discount | null, (discount: Discount | null) => void] {
  const code = useStore(choice, (state) => state.code)
  const [found, setFound] = useState<{ code: string; discount: Discount } | null>(null)
  return [
    found !== null && found.code === code && code !== '' ? found.discount : null,
    (discount) => {
      if (discount) setFound({ code: choice.getState().code, discount })
      else choice.setState({ code: '' })
    },
  ]
}
