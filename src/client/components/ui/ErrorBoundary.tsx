import { Component, type ReactNode } from 'react'
import { FailedState } from './states.tsx'

interface Props {
  readonly children: ReactNode
  /** A change of it (the path, say) gives the children a new chance. */
  readonly resetKey?: string
  readonly compact?: boolean
}

/** Keeps the crash of one part from taking the page: shows the failure with a retry (HOM-05). */
export class ErrorBoundary extends Component<
  Props,
  { readonly error: unknown; readonly resetKey: string | undefined }
> {
  override state = { error: undefined as unknown, resetKey: this.props.resetKey }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: { resetKey: string | undefined }) {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <FailedState
        error={this.state.error}
        onRetry={() => this.setState({ error: undefined })}
        compact={this.props.compact ?? false}
      />
    )
  }
}
