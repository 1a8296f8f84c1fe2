import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { useDebounced } from '#src/client/components/forms/inputs/debounce.ts'
import { ApiError, codes } from '#src/client/platform/http/http.ts'
import type { Design, Draft, PublishAnswer } from '#src/define/workflows/designs.ts'
import type { VerifyAnswer } from '#src/define/workflows/workflows.ts'
import { dropDraft, keepDraft, proveDraft, publishDraft, readDraft } from './calls.ts'
import { type AutosaveState, autosaveOf } from './model/autosave.ts'
import { begin, type History, push, redo, undo } from './model/history.ts'

/** Milliseconds of quiet before a change is kept and proved. */
const AUTOSAVE_DEBOUNCE_MS = 600

/** The design on the screen, its past, and how it stands to what the server keeps. */
export interface DraftEditor {
  readonly design: Design
  readonly keeping: AutosaveState
  /** 0 while the design is that of the published version. */
  readonly revision: number
  readonly basedOn: number | null
  /** What the proof of the kept draft says; undefined until the first one. */
  readonly proof: VerifyAnswer | undefined
  /** The proof is not of what is on the screen. */
  readonly isProving: boolean
  readonly hasProofFailed: boolean
  readonly mayUndo: boolean
  readonly mayRedo: boolean
  readonly change: (change: (design: Design) => Design, strand?: string) => void
  readonly define: (change: (definition: WorkflowDefinition) => WorkflowDefinition, strand?: string) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Takes what the server has now. */
  readonly reload: () => Promise<void>
  /** Goes back to the published version. */
  readonly discard: () => Promise<void>
  /** Puts the draft in force, or asks the group's owner to (SYS-137). */
  readonly publish: () => Promise<PublishAnswer>
}

const designOf = ({ definition, form, basics }: Draft): Design => ({ definition, form, basics })

/** Works on a draft: every change can be undone, is kept after a moment of quiet, and proved. */
export function useDraft(id: number, first: Draft): DraftEditor {
  const client = useQueryClient()
  const [history, setHistory] = useState<History<Design>>(() => begin(designOf(first)))
  const [{ keeping, revision }, setAutosaveState] = useState<{ keeping: AutosaveState; revision: number }>({
    keeping: 'kept',
    revision: first.revision,
  })
  const [basedOn, setBasedOn] = useState(first.basedOn)
  const [autosave] = useState(() =>
    autosaveOf(history.present, first.revision, {
      put: (design, over) => keepDraft(id, design, over),
      isConflict: (error) => error instanceof ApiError && error.code === codes.conflict,
      tell: (state, at) => setAutosaveState({ keeping: state, revision: at }),
    }),
  )
  const design = history.present
  const settled = useDebounced(design, AUTOSAVE_DEBOUNCE_MS)
  useEffect(() => {
    void autosave.keep(settled)
  }, [autosave, settled])

  // What was just taken from the server is kept without a moment of quiet.
  const isCurrent = keeping === 'kept' && autosave.holds(design)
  const proof = useQuery({
    queryKey: ['designer', id, 'proof', revision, basedOn],
    queryFn: ({ signal }) => proveDraft(id, signal),
    enabled: isCurrent,
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  })

  const change = useCallback((make: (design: Design) => Design, strand: string | null = null) => {
    setHistory((before) => push(before, make(before.present), strand))
  }, [])
  const take = useCallback(
    (draft: Draft) => {
      const next = designOf(draft)
      autosave.restart(next, draft.revision)
      setBasedOn(draft.basedOn)
      setHistory(begin(next))
    },
    [autosave],
  )
  const reload = useCallback(async () => take(await readDraft(id)), [id, take])
  return {
    design,
    keeping: keeping === 'kept' && !isCurrent ? 'waiting' : keeping,
    revision,
    basedOn,
    proof: proof.data,
    isProving: !isCurrent || proof.isFetching,
    hasProofFailed: proof.isError,
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
    change,
    define: useCallback(
      (make, strand) => change((before) => ({ ...before, definition: make(before.definition) }), strand),
      [change],
    ),
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    reload,
    discard: useCallback(async () => {
      await dropDraft(id)
      await reload()
    }, [id, reload]),
    publish: useCallback(async () => {
      const answer = await publishDraft(id, revision)
      await reload()
      await client.invalidateQueries({ queryKey: ['workflow'] })
      await client.invalidateQueries({ queryKey: ['proposal'] })
      return answer
    }, [id, revision, reload, client]),
  }
}
