"""Model files and their runtimes: the manifest, ONNX Runtime and llama.cpp. Knows nothing of the engine."""
