export { render, Fragment, h, createRef } from "preact";
export { useEffect, useLayoutEffect, useRef, useState, useMemo, useCallback, useErrorBoundary } from "preact/hooks";
export { signal, computed, effect, batch, useSignal, useComputed, useSignalEffect, untracked } from "@preact/signals";
import { h } from "preact";
import htm from "htm";
export const html = htm.bind(h);
